#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/utility/published_part.hpp"

namespace microdata {

// Combinations of values, numbered alike for the rows of a published part and for the tuples of its
// source.
struct SharedCombinations {
  std::vector<std::uint32_t> published;
  std::vector<std::uint32_t> tuples;
  std::uint32_t distinct = 0;
};

// Published part together with the tuples of its source.
struct PartReading {
  // Bucketed attributes; empty for a plain part.
  AttributeSet bucketed;
  // Combinations of the other attributes; of all attributes for a plain part.
  SharedCombinations open;
  // Combinations of the bucketed attributes, and the bucket of every published row, numbered from 0
  // without gaps.
  SharedCombinations linked;
  std::vector<std::uint32_t> bucket_of;
};

struct PartPlacement {
  // Published tuples, ascending. If some tuples were suppressed, `tuples` lacks those that the
  // parts rule out. It then lacks some that all parts lack, as far as the parts show.
  std::vector<Row> tuples;
  // Buckets of each part, by place in `tuples`, in which the part has tuples with the same open
  // values; null for a plain part. The buckets of several tuples with the same open values cannot
  // be distinguished, which does not matter to the marginal.
  std::vector<std::shared_ptr<const BucketedAttributes>> bucketed;
  // Number of `tuples` without a row in some part. Such a tuple is in no bucket of the part.
  std::size_t unplaced = 0;
};

// Puts the tuples of the source back into their parts, as far as the divergence requires. Each part
// has at least one published row.
PartPlacement place_in_parts(std::span<const PartReading> parts, Row tuples,
                             const Progress& progress);

}  // namespace microdata
