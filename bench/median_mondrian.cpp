#include "median_mondrian.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace microdata::experiment {

namespace {

struct RangeOfAttribute {
  std::size_t attribute;
  // Width of the range as a fraction of the attribute's width in the whole table.
  double width;
};

// Returns the attributes in which the rows differ, the widest range first.
std::vector<RangeOfAttribute> widest_first(const Microdata& data, const AttributeSet& attributes,
                                           std::span<const Row> rows) {
  std::vector<RangeOfAttribute> result;
  for (const std::size_t a : attributes) {
    const std::vector<double>& number = data.attributes[a].projection;
    Code least = data.columns[a][rows.front()];
    Code greatest = least;
    for (const Row row : rows) {
      least = std::min(least, data.columns[a][row]);
      greatest = std::max(greatest, data.columns[a][row]);
    }
    if (least == greatest) continue;
    result.push_back({a, (number[greatest] - number[least]) / (number.back() - number.front())});
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const auto& a, const auto& b) { return a.width > b.width; });
  return result;
}

// Moves the rows up to the median to the front and returns their number.
std::size_t divide_at_median(const std::vector<Code>& codes, std::span<Row> rows) {
  const auto middle = rows.begin() + static_cast<std::ptrdiff_t>((rows.size() - 1) / 2);
  std::nth_element(rows.begin(), middle, rows.end(),
                   [&](Row a, Row b) { return codes[a] < codes[b]; });
  const Code median = codes[*middle];
  const auto end =
      std::partition(rows.begin(), rows.end(), [&](Row row) { return codes[row] <= median; });
  return static_cast<std::size_t>(end - rows.begin());
}

void divide(const Microdata& data, const AttributeSet& attributes, std::uint32_t k,
            std::span<Row> rows, TuplePartition& classes) {
  for (const RangeOfAttribute& range : widest_first(data, attributes, rows)) {
    const std::size_t below = divide_at_median(data.columns[range.attribute], rows);
    if (below < k || rows.size() - below < k) continue;
    divide(data, attributes, k, rows.first(below), classes);
    divide(data, attributes, k, rows.subspan(below), classes);
    return;
  }
  classes.rows.insert(classes.rows.end(), rows.begin(), rows.end());
  classes.offsets.push_back(static_cast<Row>(classes.rows.size()));
}

}  // namespace

TuplePartition median_mondrian(const Microdata& data, const AttributeSet& attributes,
                               std::uint32_t k) {
  std::vector<Row> rows(data.rows);
  std::iota(rows.begin(), rows.end(), Row{0});
  TuplePartition classes;
  divide(data, attributes, k, rows, classes);
  return classes;
}

}  // namespace microdata::experiment
