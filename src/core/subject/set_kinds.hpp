#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/subject/item_sets.hpp"

namespace microdata {

// The sets of some persons by what is in them, for divisions in proportion. Most sets occur once;
// so what is taken of them in equal steps along an order has each item in proportion, and the
// frequent ones, upon which l depends, the best: sets are in lexicographic order of their items, of
// which the most frequent come first.
class SetKinds {
 public:
  SetKinds(const ItemSets& sets, std::span<const Row> persons, const Progress& progress);

  // By person; those that are not given have any number. In that order.
  const Combinations& in_order() const { return in_order_; }
  // So that those below any number are spread over that order (van der Corput's sequence).
  const Combinations& spread() const { return spread_; }

  // Whether two of the persons have an item in common. Takes time by the sizes of their sets.
  bool have_common_item(Row a, Row b) const;

 private:
  std::span<const std::uint32_t> ranks(Row person) const {
    return std::span(ranks_).subspan(begin_[person], size_[person]);
  }
  void rank_items(const ItemSets& sets, std::span<const Row> persons, const Progress& progress);
  void number(std::span<const Row> persons, const Progress& progress);

  // Of each of the persons, the items by their ranks, ascending: 0 is the most frequent.
  std::vector<std::size_t> begin_;
  std::vector<std::uint32_t> size_;
  std::vector<std::uint32_t> ranks_;
  Combinations in_order_;
  Combinations spread_;
};

}  // namespace microdata
