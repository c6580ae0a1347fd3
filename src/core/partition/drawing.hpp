#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// An item is a value of one sensitive attribute; items are numbered over all of them.
using Item = std::uint32_t;

// The sensitive values of the tuples to be drawn, one set after the other, each item at most once:
// of a row one value of each attribute, of a person those of all rows.
struct DrawableSets {
  std::vector<std::size_t> begin{0};
  std::vector<Item> items;
  // Items are below this.
  Item end = 0;

  std::size_t tuples() const { return begin.size() - 1; }
  std::span<const Item> of(std::uint32_t i) const {
    return std::span(items).subspan(begin[i], begin[i + 1] - begin[i]);
  }

  // Without gaps, in their order, where there are more items than the sets can have: drawing from a
  // few tuples then takes time by their sets, not by the items that there are.
  void number_anew();
};

struct DrawingOptions {
  double l = 1;
  // The fewest tuples of a bucket, at least those that l asks for.
  std::uint32_t fewest = 1;
  // Of so many tuples that fit the best is taken.
  std::size_t compared = 16;
  // Whether sizes are tried from near that of the last bucket on, and in smaller steps: where sets
  // are large the smallest buckets seldom are to be had.
  bool from_last_size = false;
};

// Buckets by drawing, as in Anatomy, for several sensitive attributes or sets of values at once and
// for any l: in every bucket at most a share 1/l of the tuples has the same item.
//
// A bucket gets as few tuples as it can: as many as it takes for any item to occur once; where that
// fails, twice, and so on. First come tuples with the items that the rest could not hold without
// breaking l, then those whose items are left most often, of a few dozen looked at; where none
// fits, a random tuple is put back, for a bounded number of times. So the rest always satisfies l,
// and is the last bucket. Takes O(n) for a given l.
//
// `rows`, in random order, are what the tuples of `sets` are called in the result. Requires that
// all of them as one bucket satisfy l.
TuplePartition draw_buckets(DrawableSets sets, std::span<const Row> rows,
                            const DrawingOptions& options, Random& random,
                            const Progress& progress);

}  // namespace microdata
