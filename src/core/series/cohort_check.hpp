#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/series/cohorts.hpp"

namespace microdata {

// What an edition shows of a cohort.
struct ShownCohort {
  // Ascending, counterfeits among them, in any order. A value that a set is shown with twice stands
  // in it twice.
  std::vector<ItemSet> sets;
  std::size_t persons = 0;
};

// How far what is shown of a cohort keeps the promise of make_cohort_edition.
struct CohortFigures {
  std::size_t sets = 0;
  std::size_t persons = 0;
  // Of all values, the most sets that have it.
  std::size_t most_with_a_value = 0;
  // Sets in which a value stands twice, so that it tells how often a person has it.
  std::size_t repeating = 0;
};

CohortFigures measure_cohort(const ShownCohort& cohort);

// Whether the sets of a later edition may be those of an earlier one: each of these has become one
// of those, and each of those was one; if the cohort is closed, they are equal.
bool may_follow(const ShownCohort& before, const ShownCohort& after, bool closed,
                const Progress& progress);

}  // namespace microdata
