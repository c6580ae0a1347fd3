#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// The rows of a release by buckets. A place is a position in that order.
struct BucketOrder {
  // By place.
  std::vector<Row> rows;
  // The first place of each bucket, and one more.
  std::vector<std::uint32_t> first;

  std::size_t buckets() const { return first.size() - 1; }
  std::size_t size(std::size_t bucket) const { return first[bucket + 1] - first[bucket]; }
};

BucketOrder order_by_bucket(std::span<const Code> bucket_of, Code buckets,
                            const Progress& progress);

// What the rows of each bucket have of some levels, without which row has which.
struct BucketLevels {
  struct Slot {
    Code level = 0;
    std::uint32_t rows = 0;
  };
  std::vector<Slot> slots;
  // The first slot of each bucket, and one more.
  std::vector<std::size_t> first;

  std::span<const Slot> of(std::size_t bucket) const {
    return std::span(slots).subspan(first[bucket], first[bucket + 1] - first[bucket]);
  }
};

// `level_of` is by row.
BucketLevels levels_in_buckets(const BucketOrder& order, std::span<const Code> level_of,
                               const Progress& progress);

}  // namespace microdata
