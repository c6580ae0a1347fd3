#include "core/risk/table_tuples.hpp"

#include <algorithm>

namespace microdata {

const SlicedView::Values& values_of(const SlicedView::Column& column, MatchingBuckets::Over over) {
  return over == MatchingBuckets::Over::known ? column.known : column.whole;
}

TableTuples::TableTuples(const SlicedView& view, MatchingBuckets::Over over, std::size_t members,
                         const Progress& progress)
    : columns_(view.columns.size()) {
  tuples_.reserve(members * columns_);
  order_.reserve(members);
  for (std::size_t row = 0; row < members; ++row) {
    progress.checkpoint_at(row);
    for (const SlicedView::Column& column : view.columns)
      tuples_.push_back(values_of(column, over).tuples[row]);
    order_.push_back(static_cast<Row>(row));
  }
  std::sort(order_.begin(), order_.end(), [&](Row a, Row b) {
    return std::lexicographical_compare(at(a), at(a) + columns_, at(b), at(b) + columns_);
  });
}

bool TableTuples::contain(std::span<const std::uint32_t> tuple) const {
  const auto found =
      std::lower_bound(order_.begin(), order_.end(), tuple, [&](Row row, const auto& t) {
        return std::lexicographical_compare(at(row), at(row) + columns_, t.begin(), t.end());
      });
  return found != order_.end() && std::equal(tuple.begin(), tuple.end(), at(*found));
}

}  // namespace microdata
