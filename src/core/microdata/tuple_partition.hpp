#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"

namespace microdata {

// Tuples divided into buckets: `rows` lists them bucket by bucket, bucket b being rows[offsets[b]]
// .. rows[offsets[b + 1] - 1].
struct TuplePartition {
  std::vector<Row> rows;
  std::vector<Row> offsets{0};

  std::size_t buckets() const { return offsets.size() - 1; }

  std::span<const Row> bucket(std::size_t b) const {
    return std::span(rows).subspan(offsets[b], offsets[b + 1] - offsets[b]);
  }
};

// Appends the buckets of `more`.
void append(TuplePartition& buckets, const TuplePartition& more);

// Sizes of buckets over all partitions added.
struct BucketSizes {
  std::uint64_t buckets = 0;
  std::uint64_t rows = 0;
  double squares = 0;

  void add(const TuplePartition& partition);
  // Returns the mean over the tuples of the size of the tuple's bucket, 0 without tuples. A table
  // that was not anonymized has mean 1, a table that was not divided its number of rows.
  double mean() const { return rows == 0 ? 0 : squares / static_cast<double>(rows); }
};

// Returns the mean bucket size of one partition.
double mean_bucket_size(const TuplePartition& partition);

}  // namespace microdata
