#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/progress.hpp"

namespace microdata {

// Pair of a supply and a demand that units can be matched along.
struct MatchingEdge {
  std::uint32_t supply;
  std::uint32_t demand;
};

struct Matching {
  // Number of units matched, the largest there can be unless `cursory` is true.
  std::size_t matched = 0;
  // True if the search ended early, after 200 million steps.
  bool cursory = false;
};

// Matches as many units of supplies with units of demands as possible, one with one. `supply` and
// `demand` have the number of units of each; `edges` are in the order of supplies.
Matching largest_matching(std::vector<std::uint32_t> supply, std::vector<std::uint32_t> demand,
                          std::vector<MatchingEdge> edges, const Progress& progress);

}  // namespace microdata
