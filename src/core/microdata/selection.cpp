#include "core/microdata/selection.hpp"

namespace microdata {

Microdata selected(const Microdata& data, std::span<const Row> rows, const Progress& progress) {
  Microdata result;
  result.rows = static_cast<Row>(rows.size());
  result.attributes = data.attributes;
  for (const std::vector<Code>& column : data.columns) {
    std::vector<Code>& codes = result.columns.emplace_back(rows.size());
    progress.in_blocks(rows.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        codes[i] = column[rows[i]];
    });
  }
  return result;
}

std::vector<Code> selected(std::span<const Code> codes, std::span<const Row> rows) {
  std::vector<Code> result;
  result.reserve(rows.size());
  for (const Row row : rows)
    result.push_back(codes[row]);
  return result;
}

}  // namespace microdata
