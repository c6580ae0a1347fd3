#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// Whether the tuples of the source can be placed in the buckets so that every bucket has just the
// column values of its tuples: whether the release is a slicing of the source at all (definitions 2
// and 3 of the slicing paper).
//
// With three columns and more the question is as hard as three-dimensional matching, so it is
// answered by what follows of necessity: a value that only one tuple can have brought into a bucket
// was brought by it; a tuple that fits into one bucket only is in it; each such step leaves less
// room for the rest. A release that was rightly made never fails; one that was tampered with fails
// wherever its values tell tuples apart.
struct TuplePlacement {
  // Buckets with a value that no tuple is left for.
  std::vector<std::uint32_t> impossible_buckets;
  // Tuples that fit into no bucket. Counted only where every tuple must be in one.
  std::size_t misplaced_tuples = 0;
  // There were too many possible places for the reasoning above; only whether every value and every
  // tuple has some place was looked at.
  bool cursory = false;
};

// `all_published`: no tuple was suppressed.
TuplePlacement place_tuples(const SlicedView& view, bool all_published, const Progress& progress);

}  // namespace microdata
