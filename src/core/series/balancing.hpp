#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace microdata {

// What becomes of the arrivals of each value.
struct Balance {
  // So many fill places in pools that lack the value.
  std::vector<std::uint32_t> filling;
  // So many are left over. Either m-eligible (none of them has a share above 1/m), or they wait.
  std::vector<std::uint32_t> left;
  bool left_wait = false;
};

// Fills as many of the places that lack a value as it may, so that as few as possible become
// counterfeits. It may not raise the share of the most frequent value among the arrivals left over
// above 1/m, or above what the share was if that was higher: otherwise those who are left, though
// in no edition, would be given away by what is not left. Nobody may be left at all.
//
// Where it can leave over m-eligible arrivals it does, and the fewest; where it cannot, the fewest.
// Takes time linear in the values and arrivals.
Balance balance(std::span<const std::uint32_t> arrivals, std::span<const std::uint64_t> lacking,
                std::uint32_t m);

}  // namespace microdata
