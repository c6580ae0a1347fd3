#include "core/risk/published_table.hpp"

#include <algorithm>
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

const PublishedTable::Sets* PublishedTable::sets_in(std::size_t column) const {
  const auto found = std::find_if(sets.begin(), sets.end(),
                                  [&](const Sets& some) { return some.column == column; });
  return found == sets.end() ? nullptr : &*found;
}

}  // namespace microdata
