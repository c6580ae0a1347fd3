#pragma once

#include <cstddef>

#include "core/base/progress.hpp"
#include "core/risk/order_excess.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// Test whether the columns of a release were shuffled, by how often its rows link values that
// belong together in the source.
struct Linkage {
  // Largest deviation of any pair of columns from uniform permutations, in standard deviations.
  double excess = 0;
  // Largest deviation that counts as chance. It is higher if there are few buckets, so that a
  // shuffled release fails less than once in 10^7 times.
  double bound = 0;
  Deviation deviation = Deviation::more;
  // Numbers of the two columns that deviate most.
  std::size_t column_1 = 0;
  std::size_t column_2 = 0;
  // Order in which the places of two tables correspond. `as_they_lie` is true if places are in the
  // order of the sets' rows instead of the members' numbers. Both are for releases of several
  // tables.
  PlaceOrder order = {};
  bool as_they_lie = false;
};

// Compares, for each pair of columns, the sum over rows of log(1/2 + number of times that the
// source links the two values) with its mean and variance over all permutations of a bucket's rows,
// and the squared deviations of single buckets with their mean.
// Judges a large table by a sample of its buckets.
Linkage measure_linkage(const SlicedView& view, const Progress& progress);

}  // namespace microdata
