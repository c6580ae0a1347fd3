#include "core/subject/item_sets.hpp"

#include <algorithm>
#include <utility>

#include "core/base/parallel.hpp"
#include "core/base/pool.hpp"

namespace microdata {

void in_blocks_of_persons(
    Threads threads, const Subjects& subjects, const Progress& progress,
    const std::function<void(Row first, Row last, const Progress& poll)>& body) {
  const std::size_t rows_per_block = threads.task_size(16384);
  std::vector<std::pair<Row, Row>> blocks;
  Row first = 0;
  for (Row p = 0; p < subjects.buckets(); ++p) {
    progress.checkpoint_at(p);
    if (subjects.offsets[p + 1] - subjects.offsets[first] < rows_per_block) continue;
    blocks.emplace_back(first, p + 1);
    first = p + 1;
  }
  if (first < subjects.buckets()) blocks.emplace_back(first, static_cast<Row>(subjects.buckets()));
  WorkList<std::pair<Row, Row>>::run(
      threads, std::move(blocks), progress,
      [&](std::pair<Row, Row>& block, auto& /*list*/, const Progress& poll) {
        poll.checkpoint();
        body(block.first, block.second, poll);
      });
}

ItemSets::ItemSets(const Microdata& data, const AttributeSet& sensitive, const Subjects& drawn,
                   Threads threads, const Progress& progress)
    : first_item_{0}, offsets_(drawn.offsets), sizes_(drawn.buckets()) {
  for (const std::size_t a : sensitive)
    first_item_.push_back(first_item_.back() + data.attributes[a].distinct);
  items_.resize(drawn.rows.size() * sensitive.size());
  first_rows_.resize(items_.size());

  // Last person, counted from 1, whose set contains each item.
  Pool<std::vector<Row>> last_person([this] { return std::vector<Row>(items()); });
  in_blocks_of_persons(threads, drawn, progress, [&](Row first, Row last, const Progress& poll) {
    std::vector<Row> seen = last_person.borrow();
    for (Row p = first; p < last; ++p) {
      const std::span<const Row> rows = drawn.bucket(p);
      std::size_t end = begin(p);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        poll.checkpoint_at(drawn.offsets[p] + i);
        for (std::size_t j = 0; j < sensitive.size(); ++j) {
          const Code value = data.columns[sensitive[j]][rows[i]];
          if (data.attributes[sensitive[j]].is_harmless(value)) continue;
          const Item item = first_item_[j] + value;
          if (seen[item] == p + 1) continue;
          seen[item] = p + 1;
          items_[end] = item;
          first_rows_[end++] = static_cast<std::uint32_t>(i);
        }
      }
      sizes_[p] = static_cast<std::uint32_t>(end - begin(p));
    }
    last_person.give_back(std::move(seen));
  });
}

void ItemSets::keep(Row person, std::uint32_t rows) {
  const std::span<const std::uint32_t> first = first_rows(person);
  sizes_[person] = static_cast<std::uint32_t>(std::lower_bound(first.begin(), first.end(), rows) -
                                              first.begin());
}

std::vector<std::uint32_t> ItemSets::count(std::span<const Row> persons,
                                           const Progress& progress) const {
  std::vector<std::uint32_t> counts(items());
  for (std::size_t i = 0; i < persons.size(); ++i) {
    progress.checkpoint_at(i);
    for (const Item item : of(persons[i]))
      ++counts[item];
  }
  return counts;
}

}  // namespace microdata
