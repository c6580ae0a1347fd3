#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/grouped.hpp"
#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Rows of a release by bucket. A place is a position in this order.
using BucketOrder = Grouped<Row>;

// Level with the number of a bucket's rows at the level.
struct LevelRows {
  Code level = 0;
  std::uint32_t rows = 0;
};

// Levels of each bucket's rows; the level of a single row is not known.
using BucketLevels = Grouped<LevelRows>;

// Returns the levels in each bucket, ascending; `level_of` is by row.
BucketLevels levels_in_buckets(const BucketOrder& order, std::span<const Code> level_of,
                               const Progress& progress);

}  // namespace microdata
