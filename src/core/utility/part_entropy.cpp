#include "core/utility/part_entropy.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/grouped.hpp"

namespace microdata {

namespace {

// Rows of one bucket among those with the same known values.
struct Run {
  std::uint32_t bucket;
  std::uint32_t rows;
};

// Finds the runs of rows by bucket and returns the number of rows in no bucket, which have no run.
std::uint32_t find_runs(std::span<const Row> rows, const BucketShares& shares,
                        std::vector<Run>& runs) {
  runs.clear();
  std::uint32_t unknown = 0;
  for (const Row row : rows) {
    const std::uint32_t bucket = shares.bucket_of_row(row);
    if (bucket == shares.unknown()) {
      ++unknown;
      continue;
    }
    if (runs.empty() || runs.back().bucket != bucket) runs.push_back({bucket, 0});
    ++runs.back().rows;
  }
  return unknown;
}

}  // namespace

double entropy(const Combinations& combinations) {
  // H = log n - (1/n) sum of c log c.
  double sum = 0;
  for (const std::uint32_t count : frequencies(combinations))
    sum += count > 1 ? count * std::log(count) : 0;
  const auto rows = static_cast<double>(combinations.of_row.size());
  return rows > 0 ? std::max(0.0, std::log(rows) - sum / rows) : 0;
}

double domain_of(const Microdata& data, const AttributeSet& attributes) {
  double domain = 1;
  for (const std::size_t a : attributes)
    domain *= data.attributes[a].distinct;
  return domain;
}

BucketShares::BucketShares(const Microdata& data, const BucketedAttributes& bucketed,
                           const AttributeSet& attributes, const Progress& progress)
    : bucket_of_row_(bucketed.bucket_of_row),
      values_(combine(data, attributes, progress)),
      unknown_share_(1 / domain_of(data, attributes)) {
  std::uint32_t buckets = 0;
  for (const std::uint32_t bucket : bucket_of_row_)
    buckets = bucket == no_bucket ? buckets : std::max(buckets, bucket + 1);
  for (std::uint32_t& bucket : bucket_of_row_) {
    if (bucket != no_bucket) continue;
    bucket = buckets;
    ++unknown_rows_;
  }
  // Values at the rows' places, if the rows have a linking.
  std::vector<std::uint32_t> linked;
  for (const Row row : bucketed.linking)
    linked.push_back(values_.of_row[row]);
  const std::vector<std::uint32_t>& values = linked.empty() ? values_.of_row : linked;
  const Grouped<Row> by_value = group_numbers(values, values_.distinct, progress);
  Grouped<Row> by_bucket = group_in_order(bucket_of_row_, buckets + 1, by_value.items, progress);
  offsets_.push_back(0);
  for (std::uint32_t bucket = 0; bucket < buckets; ++bucket) {
    progress.checkpoint_at(bucket);
    const std::span<const Row> rows = by_bucket[bucket];
    const double one = 1.0 / static_cast<double>(rows.size());
    for (const Row row : rows) {
      if (shares_.size() == offsets_.back() || shares_.back().value != values[row])
        shares_.push_back({values[row], 0});
      shares_.back().share += one;
    }
    offsets_.push_back(shares_.size());
  }
  by_bucket_ = std::move(by_bucket.items);
}

double BucketShares::share_in(std::uint32_t bucket, std::uint32_t value) const {
  if (bucket == unknown()) return unknown_share_;
  const std::span<const Share> shares = of_bucket(bucket);
  const auto at = std::lower_bound(shares.begin(), shares.end(), value,
                                   [](const Share& a, std::uint32_t v) { return a.value < v; });
  return at != shares.end() && at->value == value ? at->share : 0;
}

double bucketed_cross_entropy(const Combinations& known, const BucketShares& shares,
                              const Progress& progress) {
  const auto rows = static_cast<double>(shares.rows());
  if (shares.rows() == 0) return 0;
  const Grouped<Row> rows_of =
      group_in_order(known.of_row, known.distinct, shares.rows_by_bucket(), progress);
  std::vector<double> mass(shares.values(), 0);
  std::vector<Run> runs;
  double sum = 0;
  std::size_t work = 0;
  const auto worked = [&](std::size_t steps) {
    constexpr std::size_t steps_per_poll = 8192;
    if ((work + steps) / steps_per_poll != work / steps_per_poll) progress.checkpoint();
    work += steps;
  };
  for (std::uint32_t q = 0; q < known.distinct; ++q) {
    const std::span<const Row> group = rows_of[q];
    if (group.size() == 1) {
      worked(1);
      const Row row = group.front();
      sum += std::log(shares.share_in(shares.bucket_of_row(row), shares.value_of_row(row)));
      continue;
    }
    // The cheaper way: either add up everything in the buckets, or look up only the rows' values in
    // them.
    const double everywhere = find_runs(group, shares, runs) * shares.unknown_share();
    std::size_t in_buckets = 0;
    for (const Run& run : runs)
      in_buckets += shares.of_bucket(run.bucket).size();
    const std::size_t lookups = group.size() * runs.size();
    if (in_buckets <= lookups) {
      for (const Run& run : runs) {
        worked(shares.of_bucket(run.bucket).size());
        for (const BucketShares::Share& share : shares.of_bucket(run.bucket))
          mass[share.value] += run.rows * share.share;
      }
    } else {
      for (const Row row : group) {
        const std::uint32_t value = shares.value_of_row(row);
        if (mass[value] > 0) continue;
        worked(runs.size());
        for (const Run& run : runs)
          mass[value] += run.rows * shares.share_in(run.bucket, value);
      }
    }
    for (const Row row : group)
      sum += std::log(mass[shares.value_of_row(row)] + everywhere);
    for (const Row row : group)
      mass[shares.value_of_row(row)] = 0;
    if (in_buckets > lookups) continue;
    for (const Run& run : runs) {
      for (const BucketShares::Share& share : shares.of_bucket(run.bucket))
        mass[share.value] = 0;
    }
  }
  return std::log(rows) - sum / rows;
}

}  // namespace microdata
