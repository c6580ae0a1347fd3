#include "core/utility/bucket_order.hpp"

#include <algorithm>

namespace microdata {

BucketOrder order_by_bucket(std::span<const Code> bucket_of, Code buckets,
                            const Progress& progress) {
  BucketOrder order;
  order.first.assign(buckets + std::size_t{1}, 0);
  for (std::size_t row = 0; row < bucket_of.size(); ++row) {
    progress.checkpoint_at(row);
    ++order.first[bucket_of[row] + std::size_t{1}];
  }
  for (std::size_t b = 1; b < order.first.size(); ++b)
    order.first[b] += order.first[b - 1];
  std::vector<std::uint32_t> next(order.first.begin(), order.first.end() - 1);
  order.rows.resize(bucket_of.size());
  for (std::size_t row = 0; row < bucket_of.size(); ++row) {
    progress.checkpoint_at(row);
    order.rows[next[bucket_of[row]]++] = static_cast<Row>(row);
  }
  return order;
}

BucketLevels levels_in_buckets(const BucketOrder& order, std::span<const Code> level_of,
                               const Progress& progress) {
  BucketLevels levels;
  levels.first.push_back(0);
  std::vector<Code> in_bucket;
  for (std::size_t b = 0; b < order.buckets(); ++b) {
    progress.checkpoint_at(b);
    in_bucket.clear();
    for (std::uint32_t place = order.first[b]; place < order.first[b + 1]; ++place)
      in_bucket.push_back(level_of[order.rows[place]]);
    std::sort(in_bucket.begin(), in_bucket.end());
    for (std::size_t i = 0; i < in_bucket.size(); ++i) {
      if (i == 0 || in_bucket[i] != in_bucket[i - 1]) levels.slots.push_back({in_bucket[i], 0});
      ++levels.slots.back().rows;
    }
    levels.first.push_back(levels.slots.size());
  }
  return levels;
}

}  // namespace microdata
