#include "core/microdata/tuple_partition.hpp"

namespace microdata {

void append(TuplePartition& buckets, const TuplePartition& more) {
  const auto begin = static_cast<Row>(buckets.rows.size());
  buckets.rows.insert(buckets.rows.end(), more.rows.begin(), more.rows.end());
  for (std::size_t b = 1; b < more.offsets.size(); ++b)
    buckets.offsets.push_back(begin + more.offsets[b]);
}

void BucketSizes::add(const TuplePartition& partition) {
  buckets += partition.buckets();
  rows += partition.rows.size();
  for (std::size_t b = 0; b < partition.buckets(); ++b) {
    const auto size = static_cast<double>(partition.bucket(b).size());
    squares += size * size;
  }
}

double mean_bucket_size(const TuplePartition& partition) {
  BucketSizes sizes;
  sizes.add(partition);
  return sizes.mean();
}

}  // namespace microdata
