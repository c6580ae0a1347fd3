#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/progress.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// Test whether the tuples of the source can be placed in the buckets so that every bucket has just
// the column values of its tuples. If not, the release is no slicing of the source (definitions 2
// and 3 of the slicing paper).
//
// With three columns or more the question is as hard as three-dimensional matching, so the test
// draws only necessary conclusions. A value that only one tuple can have brought into a bucket was
// brought by this tuple. A tuple that fits into one bucket only is in this bucket. Each such step
// leaves less room for the rest. A correctly made release never fails. A release that was tampered
// with fails if its values distinguish tuples.
struct TuplePlacement {
  // Buckets with a value for which no tuple is left.
  std::vector<std::uint32_t> impossible_buckets;
  // Number of tuples that fit into no bucket, counted only if every tuple must be in a bucket.
  std::size_t misplaced_tuples = 0;
  // True if there were too many possible places to draw conclusions. The test then checked only
  // that every value and every tuple has some place.
  bool cursory = false;
};

// Tests the placement; `all_published` is true if no tuple was suppressed.
TuplePlacement place_tuples(const SlicedView& view, bool all_published, const Progress& progress);

}  // namespace microdata
