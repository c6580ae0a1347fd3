#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace microdata {

// Relative error within which equality is accepted. A sensitive value that `count` of `total`
// tuples have satisfies l if its share count / total is at most 1/l. Shares are ratios of integers,
// but l is any real number, including largest feasible values such as 14695/3730.
inline constexpr double share_tolerance = 1e-9;

inline bool share_holds(double count, double total, double l) {
  return count * l <= total * (1 + share_tolerance);
}

// Returns the largest count that satisfies l among `total` tuples.
inline std::uint32_t largest_count(std::uint32_t total, double l) {
  return static_cast<std::uint32_t>(std::floor(total * (1 + share_tolerance) / l));
}

// Returns the smallest number of tuples among which a value can satisfy l, or the largest 32-bit
// number if it is larger.
inline std::uint32_t fewest_tuples(double l) {
  constexpr double most = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::min(std::ceil(l / (1 + share_tolerance)), most));
}

}  // namespace microdata
