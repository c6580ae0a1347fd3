#include "core/microdata/row_order.hpp"

#include <numeric>
#include <vector>

#include "core/microdata/combination.hpp"

namespace microdata {

void sort_rows(Microdata& data, const Progress& progress) {
  AttributeSet all(data.attributes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const Combinations combinations = combine(data, all, progress);
  std::vector<std::uint32_t> next = frequencies(combinations);
  std::exclusive_scan(next.begin(), next.end(), next.begin(), 0U);
  std::vector<Row> place(data.rows);
  for (Row row = 0; row < data.rows; ++row)
    place[row] = next[combinations.of_row[row]]++;
  std::vector<Code> sorted(data.rows);
  for (std::vector<Code>& column : data.columns) {
    for (Row row = 0; row < data.rows; ++row) {
      progress.checkpoint_at(row);
      sorted[place[row]] = column[row];
    }
    column.swap(sorted);
  }
}

}  // namespace microdata
