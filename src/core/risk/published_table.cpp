#include "core/risk/published_table.hpp"

#include <cmath>
#include <numeric>

namespace microdata {

Code PublishedTable::Attribute::count_of_numbers() const {
  Code count = 0;
  while (count < numbers.size() && !std::isnan(numbers[count]))
    ++count;
  return count;
}

std::vector<std::uint32_t> PublishedTable::Attribute::rows_of_labels() const {
  std::vector<std::uint32_t> rows(labels());
  for (const Code label : published)
    ++rows[label];
  return rows;
}

GroupedElements rows_by(std::span<const std::uint32_t> keys, std::uint32_t distinct,
                        const Progress& progress) {
  std::vector<std::uint32_t> rows(keys.size());
  std::iota(rows.begin(), rows.end(), 0U);
  return {keys, distinct, rows, static_cast<std::uint32_t>(rows.size()), progress};
}

}  // namespace microdata
