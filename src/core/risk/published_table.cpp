#include "core/risk/published_table.hpp"

#include <cmath>

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

}  // namespace microdata
