#include "core/risk/group_gain.hpp"

#include <algorithm>
#include <numeric>

#include "core/microdata/combination.hpp"

namespace microdata {

double group_gain(const CodedColumn& values, std::span<const CodedColumn> known,
                  const Progress& progress) {
  const auto rows = static_cast<Row>(values.codes.size());
  std::vector<std::span<const Code>> columns;
  std::vector<Code> domains;
  for (const CodedColumn& column : known) {
    columns.push_back(column.codes);
    domains.push_back(column.distinct);
  }
  const Combinations agreeing = combine(rows, columns, domains, progress);
  columns.push_back(values.codes);
  domains.push_back(values.distinct);
  const Combinations with_value = combine(rows, columns, domains, progress);
  std::vector<std::uint32_t> most(agreeing.distinct);
  const std::vector<std::uint32_t> times = frequencies(with_value);
  std::vector<std::uint32_t> rows_of(values.distinct);
  for (Row row = 0; row < rows; ++row) {
    progress.checkpoint_at(row);
    std::uint32_t& best = most[agreeing.of_row[row]];
    best = std::max(best, times[with_value.of_row[row]]);
    ++rows_of[values.codes[row]];
  }
  const double right = std::accumulate(most.begin(), most.end(), 0.0);
  const double naive = *std::max_element(rows_of.begin(), rows_of.end());
  return naive < rows ? (right - naive) / (rows - naive) : 0;
}

}  // namespace microdata
