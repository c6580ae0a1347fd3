#include "core/subject/set_kinds.hpp"

#include <algorithm>
#include <bit>
#include <compare>
#include <numeric>

namespace microdata {

namespace {

// Returns the numbers from 0 to n - 1 in an order in which the positions of the lowest are spread
// evenly over all.
std::vector<std::uint32_t> van_der_corput(std::uint32_t n) {
  std::vector<std::uint32_t> number(n);
  const int bits = n > 1 ? static_cast<int>(std::bit_width(n - 1)) : 0;
  std::uint32_t next = 0;
  for (std::uint64_t i = 0; i < std::uint64_t{1} << bits; ++i) {
    std::uint32_t reversed = 0;
    for (int bit = 0; bit < bits; ++bit)
      reversed |= static_cast<std::uint32_t>(i >> bit & 1U) << (bits - 1 - bit);
    if (reversed < n) number[reversed] = next++;
  }
  return number;
}

}  // namespace

SetKinds::SetKinds(const ItemSets& sets, std::span<const Row> persons, const Progress& progress)
    : begin_(sets.persons()), size_(sets.persons()) {
  rank_items(sets, persons, progress);
  number(persons, progress);
}

void SetKinds::rank_items(const ItemSets& sets, std::span<const Row> persons,
                          const Progress& progress) {
  const std::vector<std::uint32_t> counts = sets.count(persons, progress);
  std::vector<Item> items(counts.size());
  std::iota(items.begin(), items.end(), 0U);
  std::stable_sort(items.begin(), items.end(),
                   [&](Item a, Item b) { return counts[a] > counts[b]; });
  std::vector<std::uint32_t> rank(items.size());
  for (std::size_t i = 0; i < items.size(); ++i)
    rank[items[i]] = static_cast<std::uint32_t>(i);
  for (const Row person : persons) {
    progress.checkpoint();
    begin_[person] = ranks_.size();
    for (const Item item : sets.of(person))
      ranks_.push_back(rank[item]);
    size_[person] = static_cast<std::uint32_t>(ranks_.size() - begin_[person]);
    std::sort(ranks_.begin() + static_cast<std::ptrdiff_t>(begin_[person]), ranks_.end());
  }
}

void SetKinds::number(std::span<const Row> persons, const Progress& progress) {
  const auto compare = [&](Row a, Row b) {
    const std::span<const std::uint32_t> of_a = ranks(a);
    const std::span<const std::uint32_t> of_b = ranks(b);
    return std::lexicographical_compare_three_way(of_a.begin(), of_a.end(), of_b.begin(),
                                                  of_b.end());
  };
  std::vector<Row> sorted(persons.begin(), persons.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](Row a, Row b) { return std::is_lt(compare(a, b)); });
  in_order_.of_row.resize(begin_.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    progress.checkpoint_at(i);
    if (i == 0 || std::is_neq(compare(sorted[i - 1], sorted[i]))) ++in_order_.distinct;
    in_order_.of_row[sorted[i]] = in_order_.distinct - 1;
  }
  const std::vector<std::uint32_t> number = van_der_corput(in_order_.distinct);
  spread_.distinct = in_order_.distinct;
  spread_.of_row.resize(begin_.size());
  for (const Row person : sorted)
    spread_.of_row[person] = number[in_order_.of_row[person]];
}

bool SetKinds::have_common_item(Row a, Row b) const {
  const std::span<const std::uint32_t> of_a = ranks(a);
  const std::span<const std::uint32_t> of_b = ranks(b);
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < of_a.size() && j < of_b.size()) {
    if (of_a[i] == of_b[j]) return true;
    ++(of_a[i] < of_b[j] ? i : j);
  }
  return false;
}

}  // namespace microdata
