#pragma once

#include <cstddef>

#include "core/microdata/progress.hpp"
#include "core/risk/order_excess.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// Whether the columns of a release were permuted, judged by how often its rows link values that
// belong together in the source.
struct Linkage {
  // In standard deviations above what uniform permutations would give; the largest of any pair of
  // columns.
  double excess = 0;
  // What is still taken for chance. Wider where there are few buckets, so that a release that was
  // permuted fails less than once in 10^8 times.
  double bound = 0;
  // The pair of columns.
  std::size_t column_1 = 0;
  std::size_t column_2 = 0;
  // Of tables, how their places go together, and whether that is by how the rows of their sets lie
  // instead of by the members' numbers.
  PlaceOrder order = {};
  bool as_they_lie = false;
};

// For each pair of columns, the sum over rows of log(1/2 + how often the source links the two
// values) against its mean and variance over all permutations of a bucket's rows. A large table is
// judged by a sample of its buckets.
Linkage measure_linkage(const SlicedView& view, const Progress& progress);

}  // namespace microdata
