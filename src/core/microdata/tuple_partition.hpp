#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"

namespace microdata {

// Tuples divided into buckets: `rows` lists them bucket by bucket, bucket b being
// rows[offsets[b]] .. rows[offsets[b + 1] - 1].
struct TuplePartition {
  std::vector<Row> rows;
  std::vector<Row> offsets{0};

  std::size_t buckets() const { return offsets.size() - 1; }

  std::span<const Row> bucket(std::size_t b) const {
    return std::span(rows).subspan(offsets[b], offsets[b + 1] - offsets[b]);
  }
};

// Adds further buckets.
void append(TuplePartition& buckets, const TuplePartition& more);

// Mean over the tuples of the size of the tuple's bucket: 1 is a table that was not anonymized at
// all, the number of rows one that was not divided.
double mean_bucket_size(const TuplePartition& partition);

}  // namespace microdata
