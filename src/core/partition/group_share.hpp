#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace microdata {

// One group of tuples with the same q, to be divided between two sides. Each stratum has its number
// of tuples, bounds on the number that goes left, and the chosen number.
struct GroupShare {
  struct Stratum {
    std::uint32_t id;
    std::uint32_t tuples;
    std::uint32_t least;
    std::uint32_t most;
    std::uint32_t chosen;
    // False for a harmless value, on which l sets no bound.
    bool bounded = true;
  };
  std::vector<Stratum> strata;
  // Number of tuples of all strata.
  std::uint32_t tuples = 0;
};

// Chooses a number of tuples for the left side, each stratum in proportion. The number is the
// nearest to `wanted` for which l holds on both sides. Returns nothing if no number is feasible.
// The time is proportional to the sizes tried near `wanted` and to the kinds of strata (strata that
// differ in tuples or bounds).
std::optional<std::uint32_t> choose_near(GroupShare& share, std::int64_t wanted, double l);

}  // namespace microdata
