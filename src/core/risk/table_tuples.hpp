#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// Returns a column's known values, or all its values.
const SlicedView::Values& values_of(const SlicedView::Column& column, MatchingBuckets::Over over);

// True if some column of the view is generalized bucket by bucket.
bool generalized_in_buckets(const SlicedView& view, MatchingBuckets::Over over);

// The first tuples of a view, which are those of the table, by their columns' published values. If
// columns are generalized bucket by bucket, a tuple has the published values of each bucket that it
// matches.
class TableTuples {
 public:
  TableTuples(const SlicedView& view, const MatchingBuckets& buckets, MatchingBuckets::Over over,
              std::size_t members, const Progress& progress);

  bool contain(std::span<const std::uint32_t> tuple) const;

 private:
  const std::uint32_t* at(std::size_t i) const { return tuples_.data() + i * columns_; }

  std::size_t columns_;
  std::vector<std::uint32_t> tuples_;
  std::vector<std::size_t> order_;
};

}  // namespace microdata
