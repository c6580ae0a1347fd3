#include "core/microdata/histogram.hpp"

#include <numeric>
#include <vector>

#include "core/microdata/combination.hpp"

namespace microdata {

Microdata histogram_of(const Microdata& data, const Progress& progress) {
  AttributeSet all(data.attributes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const Combinations combinations = combine(data, all, progress);
  const std::vector<Row> example = representatives(combinations);
  Microdata histogram{combinations.distinct, data.attributes, {}, {}};
  for (const std::vector<Code>& column : data.columns) {
    std::vector<Code>& codes = histogram.columns.emplace_back(example.size());
    progress.in_blocks(example.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        codes[i] = column[example[i]];
    });
  }
  histogram.times.resize(example.size());
  progress.in_blocks(data.rows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      histogram.times[combinations.of_row[row]] += data.times_of(static_cast<Row>(row));
  });
  return histogram;
}

Row rows_of_table(std::span<const Row> tuples, std::span<const std::uint32_t> times) {
  if (times.empty()) return static_cast<Row>(tuples.size());
  Row rows = 0;
  for (const Row tuple : tuples)
    rows += times[tuple];
  return rows;
}

Row rows_of_table(const Microdata& data, std::span<const Row> tuples) {
  return rows_of_table(tuples, data.times);
}

Row rows_of_table(const Microdata& data) {
  return data.times.empty() ? data.rows
                            : std::accumulate(data.times.begin(), data.times.end(), Row{0});
}

}  // namespace microdata
