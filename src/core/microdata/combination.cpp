#include "core/microdata/combination.hpp"

#include <algorithm>
#include <numeric>

#include "core/microdata/radix_sort.hpp"

namespace microdata {

namespace {

// Rows with the same combination so far: order[begin] .. order[end - 1].
struct Group {
  Row begin;
  Row end;
};

// Sorts the rows of each group by a further attribute and keeps those groups that are not down to
// one row: a chain of refinements costs only as much as there is left to tell apart.
std::vector<Group> refine(std::vector<Row>& order, std::vector<std::uint8_t>& starts,
                          const std::vector<Group>& groups, std::span<const Code> codes,
                          Code domain, const Progress& progress) {
  std::vector<Group> refined;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    progress.checkpoint_at(g);
    const auto [begin, end] = groups[g];
    const auto rows = std::span(order).subspan(begin, end - begin);
    radix_sort(
        rows, domain, [&](Row row) { return codes[row]; }, progress);
    Row from = begin;
    for (Row i = begin + 1; i <= end; ++i) {
      if (i < end && codes[order[i]] == codes[order[i - 1]]) continue;
      starts[from] = 1;
      if (i - from > 1) refined.push_back({from, i});
      from = i;
    }
  }
  return refined;
}

}  // namespace

Combinations combine(Row rows, std::span<const std::span<const Code>> columns,
                     std::span<const Code> domains, const Progress& progress) {
  Combinations combinations{std::vector<std::uint32_t>(rows, 0), rows == 0 ? 0U : 1U};
  if (rows == 0 || columns.empty()) return combinations;
  std::vector<Row> order(rows);
  std::iota(order.begin(), order.end(), 0U);
  std::vector<std::uint8_t> starts(rows);
  std::vector<Group> groups{{0, rows}};
  for (std::size_t i = 0; i < columns.size() && !groups.empty(); ++i) {
    groups = refine(order, starts, groups, columns[i], domains[i], progress);
  }
  combinations.distinct = 0;
  for (Row i = 0; i < rows; ++i) {
    progress.checkpoint_at(i);
    combinations.distinct += starts[i];
    combinations.of_row[order[i]] = combinations.distinct - 1;
  }
  return combinations;
}

Combinations combine(const Microdata& data, std::span<const std::size_t> attributes,
                     const Progress& progress) {
  std::vector<std::span<const Code>> columns;
  std::vector<Code> domains;
  for (const std::size_t a : attributes) {
    columns.emplace_back(data.columns[a]);
    domains.push_back(data.attributes[a].distinct);
  }
  return combine(data.rows, columns, domains, progress);
}

std::vector<Row> representatives(const Combinations& combinations) {
  std::vector<Row> rows(combinations.distinct);
  for (std::size_t row = combinations.of_row.size(); row-- > 0;) {
    rows[combinations.of_row[row]] = static_cast<Row>(row);
  }
  return rows;
}

std::vector<std::uint32_t> frequencies(const Combinations& combinations) {
  std::vector<std::uint32_t> counts(combinations.distinct);
  for (const std::uint32_t c : combinations.of_row)
    ++counts[c];
  return counts;
}

}  // namespace microdata
