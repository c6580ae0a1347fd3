#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/utility/published_part.hpp"

namespace microdata {

// Combinations of values over the rows of a published part and the tuples of its source alike.
struct SharedCombinations {
  std::vector<std::uint32_t> published;
  std::vector<std::uint32_t> tuples;
  std::uint32_t distinct = 0;
};

// A part as it was published, beside the tuples of its source.
struct PartReading {
  // Those that are bucketed; none for a plain part.
  AttributeSet bucketed;
  // Of the other attributes; of all attributes of a plain part.
  SharedCombinations open;
  // Of those that are bucketed, with every published row's bucket, from 0 without gaps.
  SharedCombinations linked;
  std::vector<std::uint32_t> bucket_of;
};

struct PartPlacement {
  // The tuples that were published, ascending. Where some were left out, these are those that the
  // parts rule out, and then some of what all parts lack, as far as that tells.
  std::vector<Row> tuples;
  // For each part, by place in `tuples`: the buckets in which the parts have tuples of these open
  // values. Which of several tuples with the same open values is in which bucket cannot be known
  // and does not matter to the marginal. Nothing for a plain part.
  std::vector<std::shared_ptr<const BucketedAttributes>> bucketed;
  // Those of `tuples` that some part has no row for. They are in no bucket there.
  std::size_t unplaced = 0;
};

// Puts the tuples of the source back in their parts, as far as the divergence needs that. At least
// one published row in each part.
PartPlacement place_in_parts(std::span<const PartReading> parts, Row tuples,
                             const Progress& progress);

}  // namespace microdata
