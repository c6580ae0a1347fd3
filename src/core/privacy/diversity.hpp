#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace microdata {

// A sensitive value that `count` of `total` tuples have satisfies l when its share count / total is
// at most 1/l. Shares are ratios of integers, but l is any real number (largest feasible values
// such as 14695/3730 are meant to be used), so that equality is granted within this relative error.
inline constexpr double share_tolerance = 1e-9;

inline bool share_holds(double count, double total, double l) {
  return count * l <= total * (1 + share_tolerance);
}

// The largest count that satisfies l among `total` tuples.
inline std::uint32_t largest_count(std::uint32_t total, double l) {
  return static_cast<std::uint32_t>(std::floor(total * (1 + share_tolerance) / l));
}

// The fewest tuples among which any value can satisfy l; more than a table may have where no table
// has so many.
inline std::uint32_t fewest_tuples(double l) {
  constexpr double most = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::min(std::ceil(l / (1 + share_tolerance)), most));
}

}  // namespace microdata
