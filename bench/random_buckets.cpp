#include "random_buckets.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include "core/choice/release_view.hpp"
#include "core/risk/matching_buckets.hpp"
#include "experiment_tables.hpp"

namespace microdata::experiment {

namespace {

using ColumnValues = std::vector<std::uint32_t>;

std::size_t category(std::size_t matching) {
  return matching <= 10 ? 0 : matching <= 20 ? 1 : 2;
}

SlicedView randomly_bucketed(const Microdata& data, const AttributePartition& columns, Row size,
                             Random& random) {
  TuplePartition buckets;
  buckets.rows = random_order(data.rows, random);
  for (Row end = size; end < data.rows; end += size)
    buckets.offsets.push_back(end);
  buckets.offsets.push_back(data.rows);
  // How the columns are linked plays no part: what is counted are the buckets' values.
  return make_view(data, columns, buckets,
                   std::vector<std::vector<Row>>(columns.size(), buckets.rows));
}

ColumnValues tuple_of(const SlicedView& view, std::size_t row) {
  ColumnValues values;
  for (const SlicedView::Column& column : view.columns)
    values.push_back(column.whole.tuples[row]);
  return values;
}

// Draws a bucket, as likely as it has combinations of its columns' values, and one of these.
class Drawing {
 public:
  Drawing(const SlicedView& view, const MatchingBuckets& matching) : matching_(&matching) {
    for (std::uint32_t b = 0; b < view.buckets; ++b) {
      double combinations = 1;
      for (std::size_t c = 0; c < matching.columns(); ++c)
        combinations *= static_cast<double>(matching.column(c).in_bucket(b).size());
      upto_.push_back((upto_.empty() ? 0 : upto_.back()) + combinations);
    }
  }

  double combinations() const { return upto_.back(); }

  void draw(Random& random, ColumnValues& values) const {
    const double at = static_cast<double>(random.next() >> 11U) * 0x1p-53 * combinations();
    const auto found = std::upper_bound(upto_.begin(), upto_.end(), at);
    const auto b = static_cast<std::uint32_t>(found - upto_.begin());
    for (std::size_t c = 0; c < matching_->columns(); ++c) {
      const auto there = matching_->column(c).in_bucket(b);
      values[c] = there[random.below(static_cast<std::uint32_t>(there.size()))].value;
    }
  }

 private:
  const MatchingBuckets* matching_;
  std::vector<double> upto_;
};

}  // namespace

FakeTuples count_fake_tuples(const Microdata& data, const AttributePartition& columns, Row size,
                             std::size_t draws, Random& random) {
  const SlicedView view = randomly_bucketed(data, columns, size, random);
  const MatchingBuckets matching(view, MatchingBuckets::Over::whole, {});
  FakeTuples result;
  std::set<ColumnValues> originals;
  std::vector<Match> matches;
  for (std::size_t row = 0; row < view.tuples; ++row) {
    const ColumnValues values = tuple_of(view, row);
    matching.find(values, matches);
    ++result.originals[category(matches.size())];
    originals.insert(values);
  }
  const Drawing drawing(view, matching);
  const double scale = drawing.combinations() / static_cast<double>(draws);
  double squares = 0;
  ColumnValues values(view.columns.size());
  for (std::size_t i = 0; i < draws; ++i) {
    drawing.draw(random, values);
    if (originals.contains(values)) continue;
    matching.find(values, matches);
    const double weight = 1 / static_cast<double>(matches.size());
    result.fakes[category(matches.size())] += scale * weight;
    result.all_fakes += scale * weight;
    squares += weight * weight;
  }
  const double mean = result.all_fakes / drawing.combinations();
  const double variance = squares / static_cast<double>(draws) - mean * mean;
  result.standard_error = drawing.combinations() * std::sqrt(variance / static_cast<double>(draws));
  return result;
}

}  // namespace microdata::experiment
