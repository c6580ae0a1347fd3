#include "core/utility/part_entropy.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace microdata {

namespace {

// Rows sorted by their number, stably from the given order; and where each number begins.
std::vector<Row> sorted_by(std::span<const std::uint32_t> numbers, std::size_t distinct,
                           std::span<const Row> order, std::vector<Row>& begins,
                           const Progress& progress) {
  begins.assign(distinct + 1, 0);
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    progress.checkpoint_at(row);
    ++begins[numbers[row] + 1];
  }
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<Row> next(begins.begin(), begins.end() - 1);
  std::vector<Row> sorted(numbers.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    progress.checkpoint_at(i);
    sorted[next[numbers[order[i]]]++] = order[i];
  }
  return sorted;
}

// Rows of one bucket among those with the same known values.
struct Run {
  std::uint32_t bucket;
  std::uint32_t rows;
};

// Leaves out the rows in no bucket, and returns how many these are.
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
  std::vector<Row> all(bucket_of_row_.size());
  std::iota(all.begin(), all.end(), Row{0});
  std::vector<Row> begins;
  // By what stands at their places.
  std::vector<std::uint32_t> linked;
  for (const Row row : bucketed.linking)
    linked.push_back(values_.of_row[row]);
  const std::vector<std::uint32_t>& values = linked.empty() ? values_.of_row : linked;
  const std::vector<Row> by_value = sorted_by(values, values_.distinct, all, begins, progress);
  by_bucket_ = sorted_by(bucket_of_row_, buckets + 1, by_value, begins, progress);
  offsets_.push_back(0);
  for (std::uint32_t bucket = 0; bucket < buckets; ++bucket) {
    progress.checkpoint_at(bucket);
    const double one = 1.0 / (begins[bucket + 1] - begins[bucket]);
    for (Row i = begins[bucket]; i < begins[bucket + 1]; ++i) {
      const std::uint32_t value = values[by_bucket_[i]];
      if (i == begins[bucket] || shares_.back().value != value) shares_.push_back({value, 0});
      shares_.back().share += one;
    }
    offsets_.push_back(shares_.size());
  }
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
  std::vector<Row> begins;
  const std::vector<Row> sorted =
      sorted_by(known.of_row, known.distinct, shares.rows_by_bucket(), begins, progress);
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
    const auto group = std::span(sorted).subspan(begins[q], begins[q + 1] - begins[q]);
    if (group.size() == 1) {
      worked(1);
      const Row row = group.front();
      sum += std::log(shares.share_in(shares.bucket_of_row(row), shares.value_of_row(row)));
      continue;
    }
    // Either everything in the buckets is added up, or what the rows have is looked up in them.
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
