#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// In place of the bucket of a row the bucketed values of which are not published.
inline constexpr std::uint32_t no_bucket = std::numeric_limits<std::uint32_t>::max();

// Attributes that are published apart from the others, bucket by bucket, their combinations of
// values as one.
struct BucketedAttributes {
  // Ascending, at least one.
  AttributeSet attributes;
  // For every row of the data; numbered from 0 without gaps, or no_bucket.
  std::vector<std::uint32_t> bucket_of_row;
  // For every row, the one whose values stand at its place in its bucket; empty: its own.
  std::vector<Row> linking{};
};

// The attributes in those buckets; rows in none of them are in no bucket.
std::shared_ptr<const BucketedAttributes> bucketed_attributes(AttributeSet attributes,
                                                              const TuplePartition& buckets,
                                                              Row rows, const Progress& progress);

// One of several tables published of the same rows: a projection, plain or bucketized.
struct PublishedPart {
  // Ascending; those that are bucketed among them.
  AttributeSet attributes;
  // Nothing for a plain part. Parts may share their buckets.
  std::shared_ptr<const BucketedAttributes> bucketed;
  // Where a part is known by its own rows alone: these, by the attributes of all parts, those of
  // others having no columns; buckets are then of its rows. Otherwise it was made of the data's.
  std::shared_ptr<const Microdata> rows{};
};

}  // namespace microdata
