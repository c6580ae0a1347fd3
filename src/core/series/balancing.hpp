#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace microdata {

// Division of the arrivals of each value.
struct Balance {
  // Number of arrivals of each value that fill places in pools without the value.
  std::vector<std::uint32_t> filling;
  // Number of arrivals of each value that are left over. They are m-eligible (no value has a share
  // above 1/m), or they wait.
  std::vector<std::uint32_t> left;
  bool left_wait = false;
};

// Fills as many of the places that lack a value as allowed, so that the fewest possible become
// counterfeits. Filling must not raise the share of the most frequent value among the arrivals left
// over above 1/m or its previous value, whichever is higher. Otherwise the release would disclose
// the values of the arrivals left over, although they are in no edition. Filling may take all
// arrivals.
//
// The arrivals left over are the fewest m-eligible ones if possible, otherwise the fewest. Takes
// time linear in the values and arrivals.
Balance balance(std::span<const std::uint32_t> arrivals, std::span<const std::uint64_t> lacking,
                std::uint32_t m);

}  // namespace microdata
