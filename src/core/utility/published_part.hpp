#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/microdata/microdata.hpp"

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
};

// One of several tables published of the same rows: a projection, plain or bucketized.
struct PublishedPart {
  // Ascending; those that are bucketed among them.
  AttributeSet attributes;
  // Nothing for a plain part. Parts may share their buckets.
  std::shared_ptr<const BucketedAttributes> bucketed;
};

}  // namespace microdata
