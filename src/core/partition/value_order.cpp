#include "core/partition/value_order.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>

#include "core/base/radix_sort.hpp"

namespace microdata {

namespace {

// Largest number of places in an attribute's order per tuple with which tuples are sorted by
// counting.
constexpr std::size_t ranks_per_tuple = 2;

// Largest number of tuples that is sorted by comparisons, without polling for cancellation.
constexpr std::size_t longest_sort = 4096;

void sort_by_counting(const CodeColumn& column, std::span<const std::uint32_t> rank,
                      std::vector<std::uint32_t>& next, std::vector<std::uint32_t>& order) {
  next.assign(rank.size() + 1, 0);
  for (std::size_t i = 0; i < column.tuples; ++i)
    ++next[rank[column[i]] + std::size_t{1}];
  std::partial_sum(next.begin(), next.end(), next.begin());
  order.resize(column.tuples);
  for (std::size_t i = 0; i < column.tuples; ++i)
    order[next[rank[column[i]]]++] = static_cast<std::uint32_t>(i);
}

// Takes the tuples from the lower halves of the keys.
void take_tuples(std::span<const std::uint64_t> keyed, std::vector<std::uint32_t>& order) {
  order.resize(keyed.size());
  for (std::size_t i = 0; i < keyed.size(); ++i)
    order[i] = static_cast<std::uint32_t>(keyed[i]);
}

void sort_by_rank(const CodeColumn& column, std::span<const std::uint32_t> rank,
                  std::vector<std::uint64_t>& keyed, std::vector<std::uint32_t>& order,
                  const Progress& progress) {
  keyed.resize(column.tuples);
  for (std::size_t i = 0; i < column.tuples; ++i)
    keyed[i] = std::uint64_t{rank[column[i]]} << 32U | i;
  if (column.tuples <= longest_sort) {
    std::sort(keyed.begin(), keyed.end());
  } else {
    radix_sort(
        std::span(keyed), rank.size(), [](std::uint64_t key) { return key >> 32U; }, progress);
  }
  take_tuples(keyed, order);
}

// Sorts the values that occur, which are few, and counts the tuples into their places.
void sort_by_frequency(const CodeColumn& column, Code distinct, ValueSortScratch& scratch,
                       std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t>& frequency = scratch.frequency;
  std::vector<std::uint64_t>& values = scratch.keyed;
  if (frequency.size() < distinct) frequency.resize(distinct);
  values.clear();
  for (std::size_t i = 0; i < column.tuples; ++i) {
    if (frequency[column[i]]++ == 0) values.push_back(column[i]);
  }
  std::sort(values.begin(), values.end(), [&](std::uint64_t a, std::uint64_t b) {
    return frequency[a] != frequency[b] ? frequency[a] > frequency[b] : a < b;
  });
  // From here on, the next place of each value stands in place of its frequency.
  std::uint32_t next = 0;
  for (const std::uint64_t value : values)
    next += std::exchange(frequency[value], next);
  order.resize(column.tuples);
  for (std::size_t i = 0; i < column.tuples; ++i)
    order[frequency[column[i]]++] = static_cast<std::uint32_t>(i);
  for (const std::uint64_t value : values)
    frequency[value] = 0;
}

}  // namespace

ValueOrder value_order(const Attribute& attribute) {
  if (!attribute.numeric() && !attribute.hierarchy) return {attribute.distinct, {}};
  std::vector<Code> codes(attribute.distinct);
  std::iota(codes.begin(), codes.end(), Code{0});
  if (attribute.hierarchy) {
    for (std::size_t level = 1; level < attribute.hierarchy->levels(); ++level) {
      const std::vector<std::uint32_t>& label = attribute.hierarchy->label_of_code[level];
      std::stable_sort(codes.begin(), codes.end(),
                       [&](Code a, Code b) { return label[a] < label[b]; });
    }
  }
  ValueOrder result{attribute.distinct, std::vector<std::uint32_t>(codes.size())};
  for (std::uint32_t place = 0; place < codes.size(); ++place)
    result.rank[codes[place]] = place;
  return result;
}

void sort_by_value(const CodeColumn& column, const ValueOrder& values, ValueSortScratch& scratch,
                   std::vector<std::uint32_t>& order, const Progress& progress) {
  if (values.by_frequency()) {
    sort_by_frequency(column, values.distinct, scratch, order);
  } else if (values.rank.size() <= ranks_per_tuple * column.tuples) {
    sort_by_counting(column, values.rank, scratch.next, order);
  } else {
    sort_by_rank(column, values.rank, scratch.keyed, order, progress);
  }
}

}  // namespace microdata
