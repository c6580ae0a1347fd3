#include "core/utility/bucket_order.hpp"

#include <algorithm>

namespace microdata {

BucketLevels levels_in_buckets(const BucketOrder& order, std::span<const Code> level_of,
                               const Progress& progress) {
  BucketLevels levels;
  std::vector<Code> in_bucket;
  for (std::size_t b = 0; b < order.groups(); ++b) {
    progress.checkpoint_at(b);
    in_bucket.clear();
    for (const Row row : order[b])
      in_bucket.push_back(level_of[row]);
    std::sort(in_bucket.begin(), in_bucket.end());
    for (std::size_t i = 0; i < in_bucket.size(); ++i) {
      if (i == 0 || in_bucket[i] != in_bucket[i - 1]) levels.items.push_back({in_bucket[i], 0});
      ++levels.items.back().rows;
    }
    levels.end_group();
  }
  return levels;
}

}  // namespace microdata
