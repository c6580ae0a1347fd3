#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/series/cohorts.hpp"

namespace microdata {

// Content of an edition about a cohort.
struct ShownCohort {
  // Sets in any order, each ascending, counterfeits included. A value that is shown twice with a
  // set is in it twice.
  std::vector<ItemSet> sets;
  std::size_t persons = 0;
};

// Figures about the guarantee of make_cohort_edition for a shown cohort.
struct CohortFigures {
  std::size_t sets = 0;
  std::size_t persons = 0;
  // Largest number of sets with the same value that is not harmless.
  std::size_t most_with_a_value = 0;
  // Number of sets with a repeated value, which disclose the number of rows of a person with the
  // value.
  std::size_t repeating = 0;
};

// `harmless` has 1 by item for values without a bound, or is empty.
CohortFigures measure_cohort(const ShownCohort& cohort,
                             std::span<const std::uint8_t> harmless = {});

// True if the sets of a later edition can be those of an earlier one. Each earlier set must have
// become a different later one, with none left. In a closed cohort the sets must be equal.
bool may_follow(const ShownCohort& before, const ShownCohort& after, bool closed,
                const Progress& progress);

}  // namespace microdata
