#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// Bucket of a row whose bucketed values are not published.
inline constexpr std::uint32_t no_bucket = std::numeric_limits<std::uint32_t>::max();

// Attributes that are published apart from the others, bucket by bucket; each combination of their
// values counts as one value.
struct BucketedAttributes {
  // Bucketed attributes, ascending, at least one.
  AttributeSet attributes;
  // Bucket of every row of the data, numbered from 0 without gaps, or no_bucket.
  std::vector<std::uint32_t> bucket_of_row;
  // Row whose values are at the place of each row in its bucket; empty if each row has its own
  // values.
  std::vector<Row> linking{};
};

// Returns the attributes in the given buckets; a row that no bucket has gets no_bucket.
std::shared_ptr<const BucketedAttributes> bucketed_attributes(AttributeSet attributes,
                                                              const TuplePartition& buckets,
                                                              Row rows, const Progress& progress);

// One of several tables published from the same rows: a projection, plain or bucketized.
struct PublishedPart {
  // Attributes of the part, ascending, including the bucketed ones.
  AttributeSet attributes;
  // Bucketed attributes; null for a plain part. Parts may share their buckets.
  std::shared_ptr<const BucketedAttributes> bucketed;
  // Rows of a part that is known only by its own rows, with the attributes of all parts; attributes
  // of other parts have no columns. `bucketed` then has the buckets of these rows. Null if the part
  // was made from the rows of the data.
  std::shared_ptr<const Microdata> rows{};
};

}  // namespace microdata
