#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/microdata.hpp"
#include "core/partition/drawing.hpp"
#include "core/subject/subjects.hpp"

namespace microdata {

// Sensitive values of each person, as items, each once, because a set can be published without
// multiplicities. Harmless values are no items.
class ItemSets {
 public:
  // Takes the items from the persons' rows in the order of `drawn`.
  ItemSets(const Microdata& data, const AttributeSet& sensitive, const Subjects& drawn,
           Threads threads, const Progress& progress);

  std::size_t persons() const { return sizes_.size(); }
  std::size_t items() const { return first_item_.back(); }
  std::size_t attributes() const { return first_item_.size() - 1; }
  Item first_item(std::size_t j) const { return first_item_[j]; }

  std::span<const Item> of(Row person) const {
    return {items_.data() + begin(person), sizes_[person]};
  }

  // Returns for each item of the set the first of the person's rows with the item, counted from 0;
  // ascending.
  std::span<const std::uint32_t> first_rows(Row person) const {
    return {first_rows_.data() + begin(person), sizes_[person]};
  }

  // Keeps the items of a person's set that the first `rows` rows have.
  void keep(Row person, std::uint32_t rows);

  // Returns the number of the given persons with each item.
  std::vector<std::uint32_t> count(std::span<const Row> persons, const Progress& progress) const;

 private:
  // Returns the start of the person's items. The space is enough if every row has another value of
  // each attribute.
  std::size_t begin(Row person) const {
    return std::size_t{offsets_[person]} * (first_item_.size() - 1);
  }

  std::vector<Item> first_item_;
  std::vector<Row> offsets_;
  std::vector<std::uint32_t> sizes_;
  std::vector<Item> items_;
  std::vector<std::uint32_t> first_rows_;
};

// Calls body(first, last, progress) for consecutive blocks of persons with about the same number of
// rows, in up to `threads` threads.
void in_blocks_of_persons(
    Threads threads, const Subjects& subjects, const Progress& progress,
    const std::function<void(Row first, Row last, const Progress& poll)>& body);

}  // namespace microdata
