#include "core/slicing/value_regions.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace microdata {

std::vector<std::uint32_t> ordered_regions(std::span<const ValueRows> values, std::size_t k) {
  const std::size_t all = values.size();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  // Least width of the first `end` values, and the beginning of their last region.
  std::vector<double> least(all + 1, infinity);
  std::vector<std::size_t> begin_of_last(all + 1);
  least[0] = 0;
  for (std::size_t end = 1; end <= all; ++end) {
    std::size_t rows = 0;
    // Rows of the shortest region that ends here.
    std::size_t shortest = 0;
    for (std::size_t begin = end; begin-- > 0;) {
      rows += values[begin].rows;
      if (rows < k) continue;
      if (shortest == 0) shortest = rows;
      // Two regions are never wider than one.
      if (rows - shortest >= k) break;
      const double width =
          end - begin == 1
              ? 0
              : static_cast<double>(rows) * (values[end - 1].value - values[begin].value + 1.0);
      if (least[begin] + width >= least[end]) continue;
      least[end] = least[begin] + width;
      begin_of_last[end] = begin;
    }
  }
  std::vector<std::uint32_t> region(all);
  std::uint32_t regions = 0;
  for (std::size_t end = all; end > 0; end = begin_of_last[end]) {
    std::fill(region.begin() + static_cast<std::ptrdiff_t>(begin_of_last[end]),
              region.begin() + static_cast<std::ptrdiff_t>(end), regions);
    ++regions;
  }
  // Regions are numbered in ascending order of the values.
  for (std::uint32_t& one : region)
    one = regions - 1 - one;
  return region;
}

std::vector<std::uint32_t> unordered_regions(std::span<const ValueRows> values, std::size_t k) {
  std::vector<std::uint32_t> region(values.size());
  std::uint32_t regions = 0;
  std::optional<std::size_t> smallest;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].rows < k) continue;
    region[i] = regions++;
    if (!smallest || values[i].rows < values[*smallest].rows) smallest = i;
  }
  const std::uint32_t alone = regions;
  std::size_t rows = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].rows >= k) continue;
    if (rows == 0) ++regions;
    region[i] = regions - 1;
    rows += values[i].rows;
    if (rows >= k) rows = 0;
  }
  if (rows == 0) return region;
  // The last region has too few rows.
  const std::uint32_t last = regions - 1;
  const std::uint32_t joined = last > alone ? last - 1 : region[smallest.value_or(0)];
  std::replace(region.begin(), region.end(), last, joined);
  return region;
}

}  // namespace microdata
