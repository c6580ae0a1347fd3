#include "core/microdata/combination.hpp"

#include <algorithm>
#include <numeric>

#include "core/base/radix_sort.hpp"

namespace microdata {

namespace {

// Rows with the same combination so far: order[begin] .. order[end - 1].
struct Group {
  Row begin;
  Row end;
};

// Returns the number of leading columns whose possible combinations are so few that counting
// distinguishes them without sorting.
std::size_t counted_columns(Row rows, std::span<const Code> domains) {
  const std::uint64_t most = std::max<std::uint64_t>(rows, 4096);
  std::uint64_t combinations = 1;
  std::size_t columns = 0;
  while (columns < domains.size() && domains[columns] <= most / combinations) {
    combinations *= std::max<Code>(domains[columns], 1);
    ++columns;
  }
  return columns;
}

// Returns for every row the number of its combination among all possible combinations, in
// lexicographic order.
std::vector<std::uint32_t> number_all(Row rows, std::span<const std::span<const Code>> columns,
                                      std::span<const Code> domains, const Progress& progress) {
  std::vector<std::uint32_t> numbers(rows);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    progress.in_blocks(rows, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row)
        numbers[row] = numbers[row] * domains[c] + columns[c][row];
    });
  }
  return numbers;
}

// Returns the place at which each number's rows begin after sorting; the last element is the end of
// all.
std::vector<Row> begins_of(std::span<const std::uint32_t> numbers, std::size_t domain,
                           const Progress& progress) {
  std::vector<Row> begins(domain + 1);
  progress.in_blocks(numbers.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      ++begins[numbers[row] + 1];
  });
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  return begins;
}

// Renumbers in place without gaps and returns how many numbers occur.
std::uint32_t make_dense(std::span<std::uint32_t> numbers, std::span<const Row> begins,
                         const Progress& progress) {
  std::vector<std::uint32_t> dense(begins.size());
  std::uint32_t distinct = 0;
  for (std::size_t number = 0; number + 1 < begins.size(); ++number) {
    progress.checkpoint_at(number);
    dense[number] = distinct;
    distinct += begins[number] != begins[number + 1] ? 1 : 0;
  }
  progress.in_blocks(numbers.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      numbers[row] = dense[numbers[row]];
  });
  return distinct;
}

// Sorts the rows of each group by a further column and returns the groups with more than one row. A
// chain of refinements therefore costs only as much as remains to be distinguished.
std::vector<Group> refine(std::vector<Row>& order, std::vector<std::uint8_t>& starts,
                          const std::vector<Group>& groups, std::span<const Code> codes,
                          Code domain, const Progress& progress) {
  // Codes of later groups are prefetched, because neighbours in the order are anywhere in the
  // column.
  constexpr std::size_t fetched_ahead = 16;
  std::vector<Group> refined;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    // The loop polls for each group, because a group can have any number of rows.
    progress.checkpoint();
    if (g + fetched_ahead < groups.size()) {
      const auto [begin, end] = groups[g + fetched_ahead];
      for (Row i = begin; i < std::min<Row>(end, begin + fetched_ahead); ++i)
        __builtin_prefetch(&codes[order[i]]);
    }
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
  if (rows == 0) return {};
  const std::size_t counted = counted_columns(rows, domains);
  std::size_t domain = 1;
  for (std::size_t c = 0; c < counted; ++c)
    domain *= std::max<Code>(domains[c], 1);
  Combinations combinations{number_all(rows, columns.first(counted), domains, progress), 0};
  std::vector<std::uint32_t>& of_row = combinations.of_row;
  std::vector<Row> begins = begins_of(of_row, domain, progress);
  if (counted == columns.size()) {
    combinations.distinct = make_dense(of_row, begins, progress);
    return combinations;
  }

  std::vector<std::uint8_t> starts(rows);
  std::vector<Group> groups;
  for (std::size_t number = 0; number < domain; ++number) {
    progress.checkpoint_at(number);
    if (begins[number] == begins[number + 1]) continue;
    starts[begins[number]] = 1;
    if (begins[number + 1] - begins[number] > 1) {
      groups.push_back({begins[number], begins[number + 1]});
    }
  }
  std::vector<Row> order(rows);
  progress.in_blocks(rows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      order[begins[of_row[row]]++] = static_cast<Row>(row);
  });
  for (std::size_t c = counted; c < columns.size() && !groups.empty(); ++c)
    groups = refine(order, starts, groups, columns[c], domains[c], progress);
  for (Row i = 0; i < rows; ++i) {
    progress.checkpoint_at(i);
    combinations.distinct += starts[i];
    of_row[order[i]] = combinations.distinct - 1;
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
