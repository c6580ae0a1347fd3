#include "core/risk/table_tuples.hpp"

#include <algorithm>
#include <numeric>

namespace microdata {

const SlicedView::Values& values_of(const SlicedView::Column& column, MatchingBuckets::Over over) {
  return over == MatchingBuckets::Over::known ? column.known : column.whole;
}

bool generalized_in_buckets(const SlicedView& view, MatchingBuckets::Over over) {
  return std::any_of(view.columns.begin(), view.columns.end(), [&](const auto& column) {
    return values_of(column, over).covering.has_value();
  });
}

TableTuples::TableTuples(const SlicedView& view, const MatchingBuckets& buckets,
                         MatchingBuckets::Over over, std::size_t members, const Progress& progress)
    : columns_(view.columns.size()) {
  const bool by_bucket = generalized_in_buckets(view, over);
  std::vector<std::uint32_t> values(columns_);
  std::vector<Match> matches;
  for (std::size_t row = 0; row < members; ++row) {
    progress.checkpoint_at(row);
    for (std::size_t c = 0; c < columns_; ++c)
      values[c] = values_of(view.columns[c], over).tuples[row];
    if (!by_bucket) {
      tuples_.insert(tuples_.end(), values.begin(), values.end());
      continue;
    }
    buckets.find(values, matches);
    for (const Match& match : matches) {
      for (std::size_t c = 0; c < columns_; ++c)
        tuples_.push_back(buckets.shown(c, match.bucket, values[c]));
    }
  }
  order_.resize(columns_ == 0 ? 0 : tuples_.size() / columns_);
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
    return std::lexicographical_compare(at(a), at(a) + columns_, at(b), at(b) + columns_);
  });
}

bool TableTuples::contain(std::span<const std::uint32_t> tuple) const {
  const auto found =
      std::lower_bound(order_.begin(), order_.end(), tuple, [&](std::size_t i, const auto& t) {
        return std::lexicographical_compare(at(i), at(i) + columns_, t.begin(), t.end());
      });
  return found != order_.end() && std::equal(tuple.begin(), tuple.end(), at(*found));
}

}  // namespace microdata
