#pragma once

#include <optional>
#include <set>
#include <vector>

#include "property/series_oracle.hpp"

namespace oracle {

// The adversary of a cohort whose persons' sets of values grow: holds every edition, knows who is
// in which, that all came in the first, that sets only grow, and that of those who are not there
// nothing changes. Goes through every history.

struct CohortEdition {
  // One of each person who ever was in the cohort, in any order.
  std::vector<std::set<int>> sets;
  std::set<int> present;
};

// Of every edition, for every person, how probable it is that the set has each value; nothing where
// there is no history.
std::optional<SeriesBeliefs> cohort_beliefs(const std::vector<CohortEdition>& editions);

}  // namespace oracle
