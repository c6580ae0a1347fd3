#include "core/utility/bucket_estimate.hpp"

#include <algorithm>
#include <numeric>

namespace microdata {

std::vector<double> satisfying_rows(std::span<const Code> bucket_of, Code buckets,
                                    const ColumnShares& column, const Progress& progress) {
  std::vector<double> result(buckets);
  std::vector<double> share;
  progress.in_blocks(bucket_of.size(), [&](std::size_t begin, std::size_t end) {
    share.assign(end - begin, 1);
    for (const AttributeShare& attribute : column) {
      const Code* labels = attribute.labels.data() + begin;
      for (std::size_t i = 0; i < share.size(); ++i)
        share[i] *= attribute.share[labels[i]];
    }
    for (std::size_t i = 0; i < share.size(); ++i)
      result[bucket_of[begin + i]] += share[i];
  });
  return result;
}

double bucket_estimate(std::span<const Code> bucket_of, Code buckets,
                       std::span<const ColumnShares> columns, const Progress& progress) {
  if (columns.empty()) return static_cast<double>(bucket_of.size());
  // The first column's rows are |B| times its share already, which keeps whole numbers whole.
  std::vector<double> estimate = satisfying_rows(bucket_of, buckets, columns.front(), progress);
  if (columns.size() > 1) {
    std::vector<double> size(buckets);
    progress.in_blocks(bucket_of.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row)
        ++size[bucket_of[row]];
    });
    for (const ColumnShares& column : columns.subspan(1)) {
      const std::vector<double> rows = satisfying_rows(bucket_of, buckets, column, progress);
      for (std::size_t b = 0; b < estimate.size(); ++b)
        estimate[b] *= rows[b] / std::max(size[b], 1.0);
    }
  }
  return std::accumulate(estimate.begin(), estimate.end(), 0.0);
}

}  // namespace microdata
