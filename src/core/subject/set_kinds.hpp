#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/subject/item_sets.hpp"

namespace microdata {

// Kinds of the sets of some persons, for divisions in proportion. Sets are in lexicographic order
// of their items, the most frequent items first. Most sets occur once. Equal steps along this order
// take each item in proportion, and take frequent items, on which l depends, most exactly.
class SetKinds {
 public:
  SetKinds(const ItemSets& sets, std::span<const Row> persons, const Progress& progress);

  // Returns the kinds by person, numbered in that order; the kinds of persons that were not given
  // are arbitrary.
  const Combinations& in_order() const { return in_order_; }
  // Returns the kinds numbered so that those below any number are spread evenly over the order (van
  // der Corput's sequence).
  const Combinations& spread() const { return spread_; }

  // True if the two persons have an item in common. Takes time linear in the sizes of their sets.
  bool have_common_item(Row a, Row b) const;

 private:
  std::span<const std::uint32_t> ranks(Row person) const {
    return std::span(ranks_).subspan(begin_[person], size_[person]);
  }
  void rank_items(const ItemSets& sets, std::span<const Row> persons, const Progress& progress);
  void number(std::span<const Row> persons, const Progress& progress);

  // Ranks of the items of each person, ascending; rank 0 is the most frequent item.
  std::vector<std::size_t> begin_;
  std::vector<std::uint32_t> size_;
  std::vector<std::uint32_t> ranks_;
  Combinations in_order_;
  Combinations spread_;
};

}  // namespace microdata
