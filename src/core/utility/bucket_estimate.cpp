#include "core/utility/bucket_estimate.hpp"

#include <algorithm>
#include <numeric>

namespace microdata {

namespace {

double sum(const std::vector<double>& estimates) {
  return std::accumulate(estimates.begin(), estimates.end(), 0.0);
}

}  // namespace

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
                       std::span<const ColumnShares> columns, std::size_t counterfeits,
                       const Progress& progress) {
  const std::span<const Code> persons = bucket_of.first(bucket_of.size() - counterfeits);
  if (columns.empty()) return static_cast<double>(persons.size());
  const auto rows_of = [&](const ColumnShares& column) {
    return column.empty()
               ? persons
               : bucket_of.first(std::min(bucket_of.size(), column.front().labels.size()));
  };
  const auto of_persons = [&](const ColumnShares& column) {
    return rows_of(column).size() == persons.size();
  };
  // The first column's rows are already the persons times its share. Starting with them keeps whole
  // numbers whole.
  const auto first = std::find_if(columns.begin(), columns.end(), of_persons);
  std::vector<double> estimate =
      satisfying_rows(persons, buckets, first == columns.end() ? ColumnShares{} : *first, progress);
  if (columns.size() == 1 && first != columns.end()) return sum(estimate);
  const std::vector<double> size = satisfying_rows(persons, buckets, {}, progress);
  const std::vector<double> size_with_counterfeits =
      counterfeits > 0 ? satisfying_rows(bucket_of, buckets, {}, progress) : size;
  for (auto column = columns.begin(); column != columns.end(); ++column) {
    if (column == first) continue;
    const std::vector<double>& all = of_persons(*column) ? size : size_with_counterfeits;
    const std::vector<double> rows = satisfying_rows(rows_of(*column), buckets, *column, progress);
    for (std::size_t b = 0; b < estimate.size(); ++b)
      estimate[b] *= rows[b] / std::max(all[b], 1.0);
  }
  return sum(estimate);
}

}  // namespace microdata
