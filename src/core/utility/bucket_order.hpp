#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/grouped.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// The rows of a release by buckets. A place is a position in this order.
using BucketOrder = Grouped<Row>;

// A level, and the number of a bucket's rows that have it.
struct LevelRows {
  Code level = 0;
  std::uint32_t rows = 0;
};

// The levels that the rows of each bucket have, without which row has which.
using BucketLevels = Grouped<LevelRows>;

// `level_of` is by row.
BucketLevels levels_in_buckets(const BucketOrder& order, std::span<const Code> level_of,
                               const Progress& progress);

}  // namespace microdata
