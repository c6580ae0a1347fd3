#include "core/utility/set_estimate.hpp"

#include <algorithm>

namespace microdata {

namespace {

std::vector<double> satisfying_persons(const SetShares& shares, const std::vector<double>& size,
                                       const Progress& progress) {
  std::vector<double> result = size;
  for (const ColumnShares& column : shares.persons) {
    const std::vector<double> satisfying =
        satisfying_rows(shares.bucket_of_person, shares.buckets, column, progress);
    for (std::size_t b = 0; b < result.size(); ++b)
      result[b] *= satisfying[b] / std::max(size[b], 1.0);
  }
  return result;
}

// Returns for each bucket the combinations of its sets that satisfy the predicate, each counted as
// one or as a share of its set.
std::vector<double> satisfying_values(const SetShares& shares, bool as_share,
                                      const Progress& progress) {
  const auto sets = static_cast<Code>(shares.bucket_of_set.size());
  const std::vector<double> satisfying =
      satisfying_rows(shares.set_of, sets, shares.values, progress);
  const std::vector<double> size = satisfying_rows(shares.set_of, sets, {}, progress);
  std::vector<double> result(shares.buckets);
  for (Code set = 0; set < sets; ++set) {
    progress.checkpoint_at(set);
    result[shares.bucket_of_set[set]] +=
        as_share ? satisfying[set] / std::max(size[set], 1.0) : satisfying[set];
  }
  return result;
}

}  // namespace

double set_estimate(const SetShares& shares, const Progress& progress) {
  const std::vector<double> size =
      satisfying_rows(shares.bucket_of_person, shares.buckets, {}, progress);
  const std::vector<double> persons = satisfying_persons(shares, size, progress);
  const std::vector<double> values =
      !shares.has_values ? size
                         : satisfying_values(shares, shares.bucket_of_row.has_value(), progress);
  std::vector<double> rows = size;
  if (shares.bucket_of_row)
    rows = satisfying_rows(*shares.bucket_of_row, shares.buckets, shares.rows, progress);
  double estimate = 0;
  for (std::size_t b = 0; b < size.size(); ++b) {
    if (size[b] > 0) estimate += persons[b] * rows[b] * values[b] / (size[b] * size[b]);
  }
  return estimate;
}

}  // namespace microdata
