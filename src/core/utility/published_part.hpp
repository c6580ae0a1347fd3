#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/microdata/microdata.hpp"

namespace microdata {

// Attributes that are published apart from the others, bucket by bucket, their combinations of
// values as one.
struct BucketedAttributes {
  // Ascending, at least one.
  AttributeSet attributes;
  // For every row of the data; numbered from 0 without gaps.
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
