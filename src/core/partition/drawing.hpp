#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// A value of a sensitive attribute. Items are numbered over all attributes.
using Item = std::uint32_t;

// Sensitive values of the tuples to draw, one set for each tuple, each item at most once. The set
// of a row has one value of each attribute; the set of a person has the values of all the person's
// rows.
struct DrawableSets {
  std::vector<std::size_t> begin{0};
  std::vector<Item> items;
  // Exclusive upper bound of the items.
  Item end = 0;

  std::size_t tuples() const { return begin.size() - 1; }
  std::span<const Item> of(std::uint32_t i) const {
    return std::span(items).subspan(begin[i], begin[i + 1] - begin[i]);
  }

  // Renumbers the items without gaps, in their order, if there are more items than the sets can
  // have. Drawing from a few tuples then takes time by their sets instead of by all items.
  void number_anew();
};

struct DrawingOptions {
  double l = 1;
  // Smallest number of tuples of a bucket, at least the number that l requires.
  std::uint32_t fewest = 1;
  // Number of examined tuples after which the best fitting one so far is taken.
  std::size_t compared = 16;
  // True if the search for a size begins near the size of the last bucket, in smaller steps. With
  // large sets the smallest buckets are seldom possible.
  bool from_last_size = false;
};

// Returns buckets by drawing, as in Anatomy, for any l and for several sensitive attributes or sets
// of values at once. In every bucket, at most a share 1/l of the tuples has the same item.
//
// A bucket gets as few tuples as possible: enough for an item to occur once, or if that fails
// twice, and so on. Tuples with items that would break l in the rest are drawn first. Then follow
// the tuples with the most frequent remaining items among a few dozen. If no tuple fits, a random
// tuple is put back, a bounded number of times. The rest therefore always satisfies l, and is the
// last bucket. Takes O(n) for a given l.
//
// `rows`, in random order, names the tuples of `sets` in the result. Requires that all of them as
// one bucket satisfy l.
TuplePartition draw_buckets(DrawableSets sets, std::span<const Row> rows,
                            const DrawingOptions& options, Random& random,
                            const Progress& progress);

}  // namespace microdata
