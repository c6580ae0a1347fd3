#include "random_buckets.hpp"

#include <numeric>
#include <vector>

#include "core/choice/release_view.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/membership_audit.hpp"
#include "experiment_tables.hpp"

namespace microdata::experiment {

namespace {

constexpr std::size_t most_entries = 1'000'000'000;

std::size_t category(std::uint32_t buckets) {
  return buckets <= 10 ? 0 : buckets <= 20 ? 1 : 2;
}

SlicedView randomly_bucketed(const Microdata& data, const AttributePartition& columns, Row size,
                             Random& random) {
  TuplePartition buckets;
  buckets.rows = random_order(data.rows, random);
  for (Row end = size; end < data.rows; end += size)
    buckets.offsets.push_back(end);
  buckets.offsets.push_back(data.rows);
  // The linking of columns does not matter, because only the buckets' values are counted.
  return make_view(data, columns, buckets,
                   std::vector<std::vector<Row>>(columns.size(), buckets.rows));
}

}  // namespace

FakeTuples count_fake_tuples(const Microdata& data, const AttributePartition& columns, Row size,
                             std::size_t draws, Random& random) {
  const SlicedView view = randomly_bucketed(data, columns, size, random);
  const MatchingBuckets matching(view, MatchingBuckets::Over::whole, {});
  std::vector<Row> rows(data.rows);
  std::iota(rows.begin(), rows.end(), Row{0});
  const SidesMatched sides = match_persons(view, matching, MatchingBuckets::Over::whole,
                                           ValueChances(data.rows), rows, rows, most_entries, {});
  const ArisingTuples arising = count_arising_tuples(view, matching, MatchingBuckets::Over::whole,
                                                     view.tuples, draws, draws, random, {});
  FakeTuples result{{}, {}, arising.fake, arising.error};
  for (const PersonMatch& match : sides.members)
    ++result.originals[category(match.buckets)];
  for (std::size_t c = 0; c < bucket_classes; ++c) {
    const std::uint32_t last = c < last_buckets.size() ? last_buckets[c] : data.rows;
    result.fakes[category(last)] += arising.fake_by_buckets[c];
  }
  return result;
}

}  // namespace microdata::experiment
