#include "core/utility/extent_loss.hpp"

#include <algorithm>
#include <utility>

namespace microdata {

PublishedExtents extents_of_intervals(std::span<const double> lower, std::span<const double> upper,
                                      std::vector<std::uint32_t> value_of_row) {
  PublishedExtents result;
  for (std::size_t v = 0; v < lower.size(); ++v)
    result.of_value.push_back(upper[v] - lower[v]);
  if (!lower.empty()) {
    result.whole = *std::max_element(upper.begin(), upper.end()) -
                   *std::min_element(lower.begin(), lower.end());
  }
  result.value_of_row = std::move(value_of_row);
  return result;
}

double extent_loss(std::span<const PublishedExtents> attributes, const Progress& progress) {
  double sum = 0;
  double cells = 0;
  for (const PublishedExtents& attribute : attributes) {
    const std::vector<std::uint32_t>& rows = attribute.value_of_row;
    cells += static_cast<double>(rows.size());
    if (attribute.whole == 0) continue;
    double extents = 0;
    progress.in_blocks(rows.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row)
        extents += attribute.of_value[rows[row]];
    });
    sum += extents / attribute.whole;
  }
  return cells > 0 ? sum / cells : 0;
}

}  // namespace microdata
