#pragma once

#include <optional>
#include <set>
#include <vector>

#include "property/series_oracle.hpp"

namespace oracle {

// An attacker of a cohort whose people's sets of values grow, by enumeration of all histories. The
// attacker has every edition and knows the members of each. All members came in the first edition,
// sets only grow, and the set of an absent person does not change.

struct CohortEdition {
  // Sets of all people who were ever in the cohort, in any order.
  std::vector<std::set<int>> sets;
  std::set<int> present;
};

// Returns the probability of each value by edition and person, or no value if no history is
// possible.
std::optional<SeriesBeliefs> cohort_beliefs(const std::vector<CohortEdition>& editions);

}  // namespace oracle
