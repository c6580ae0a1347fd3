#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace microdata {

// One group of tuples with the same q to be divided between two sides: per stratum its tuples,
// bounds on how many of them go left, and how many were chosen to.
struct GroupShare {
  struct Stratum {
    std::uint32_t id;
    std::uint32_t tuples;
    std::uint32_t least;
    std::uint32_t most;
    std::uint32_t chosen;
  };
  std::vector<Stratum> strata;
  // Of all strata.
  std::uint32_t tuples = 0;
};

// Chooses for the left, each stratum in proportion, the number of tuples nearest to `wanted` with
// which l holds on both sides, if there is one. Takes time for sizes near `wanted` times kinds of
// strata (strata that differ in tuples or bounds), not times strata.
std::optional<std::uint32_t> choose_near(GroupShare& share, std::int64_t wanted, double l);

}  // namespace microdata
