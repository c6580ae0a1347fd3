#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// A column's values: those that are known, or all.
const SlicedView::Values& values_of(const SlicedView::Column& column, MatchingBuckets::Over over);

// The first tuples of a view, those of the table, by the numbers of their columns' values.
class TableTuples {
 public:
  TableTuples(const SlicedView& view, MatchingBuckets::Over over, std::size_t members,
              const Progress& progress);

  bool contain(std::span<const std::uint32_t> tuple) const;

 private:
  const std::uint32_t* at(Row row) const { return tuples_.data() + std::size_t{row} * columns_; }

  std::size_t columns_;
  std::vector<std::uint32_t> tuples_;
  std::vector<Row> order_;
};

}  // namespace microdata
