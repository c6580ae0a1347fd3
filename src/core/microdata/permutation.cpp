#include "core/microdata/permutation.hpp"

#include <numeric>
#include <span>

namespace microdata {

TuplePartition shuffle_buckets(const TuplePartition& partition, Random& random,
                               const Progress& progress) {
  std::vector<std::uint32_t> order(partition.buckets());
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(std::span(order));
  TuplePartition shuffled;
  shuffled.rows.reserve(partition.rows.size());
  shuffled.offsets.reserve(partition.offsets.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    progress.checkpoint_at(i);
    const std::span<const Row> bucket = partition.bucket(order[i]);
    shuffled.rows.insert(shuffled.rows.end(), bucket.begin(), bucket.end());
    shuffled.offsets.push_back(static_cast<Row>(shuffled.rows.size()));
  }
  return shuffled;
}

std::vector<std::vector<Row>> permute_columns(const TuplePartition& partition, std::size_t columns,
                                              Random& random, const Progress& progress) {
  std::vector<std::vector<Row>> linking(columns, partition.rows);
  progress.expect(columns * partition.rows.size(), "values");
  for (std::vector<Row>& rows : linking) {
    for (std::size_t b = 0; b < partition.buckets(); ++b) {
      progress.checkpoint_at(b);
      random.shuffle(std::span(rows).subspan(partition.offsets[b],
                                             partition.offsets[b + 1] - partition.offsets[b]));
    }
    progress.advance(rows.size());
  }
  return linking;
}

}  // namespace microdata
