#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <numeric>

#include "property/bucketization_choices.hpp"

// Tests that all random outcomes of a bucketized release are equally likely.

namespace microdata {
namespace {

using test::sensitive_table;
using test::suppressed_rows;

// Expects uniform counts. The check fails by chance in one of a hundred million runs (Wilson and
// Hilferty's approximation of chi-square).
void expect_uniform(const std::vector<int>& counts) {
  const double expected = static_cast<double>(std::accumulate(counts.begin(), counts.end(), 0)) /
                          static_cast<double>(counts.size());
  double chi_square = 0;
  for (const int count : counts)
    chi_square += (count - expected) * (count - expected) / expected;
  const auto freedom = static_cast<double>(counts.size() - 1);
  const double variance = 2 / (9 * freedom);
  EXPECT_LT((std::cbrt(chi_square / freedom) - (1 - variance)) / std::sqrt(variance), 5.6);
}

// Every linking of the quasi-identifiers of a bucket and its values is equally likely, and every
// pair of linkings with two sensitive attributes is.
TEST(BucketizationProperty, PermutationsAreUniform) {
  const Microdata data = sensitive_table({{0, 1, 2}, {2, 0, 1}});
  BucketizationOptions options;
  options.l = 3;
  Random random = Random::seeded(test::first_seed());
  std::map<std::vector<Code>, int> linked;
  for (int i = 0; i < 36 * 300; ++i) {
    const Bucketization release = bucketize(data, options, random, {});
    std::vector<Code> values(6);
    for (std::size_t place = 0; place < 3; ++place) {
      const Row row = release.buckets.rows[place];
      values[row] = data.columns[1][release.linking[0][place]];
      values[3 + row] = data.columns[2][release.linking[1][place]];
    }
    ++linked[values];
  }
  ASSERT_EQ(linked.size(), 36U);
  std::vector<int> counts;
  for (const auto& [values, count] : linked)
    counts.push_back(count);
  expect_uniform(counts);
}

// Each tuple of a value is equally likely to share a bucket with each other tuple, and the numbers
// of buckets disclose nothing.
TEST(BucketizationProperty, TuplesAreDrawnUniformly) {
  const std::vector<std::vector<std::vector<Code>>> tables = {
      {{0, 0, 0, 1, 1, 1}}, {{0, 0, 0, 1, 1, 1}, {0, 0, 0, 1, 1, 1}}};
  for (const std::vector<std::vector<Code>>& columns : tables) {
    const Microdata data = sensitive_table(columns);
    BucketizationOptions options;
    options.l = 2;
    Random random = Random::seeded(test::first_seed());
    std::vector<int> drawn_together(9);
    std::vector<int> bucket_of_first(3);
    for (int i = 0; i < 9 * 500; ++i) {
      const TuplePartition buckets = bucketize(data, options, random, {}).buckets;
      ASSERT_EQ(buckets.buckets(), 3U);
      for (std::size_t b = 0; b < 3; ++b) {
        const auto [least, most] = std::minmax(buckets.bucket(b)[0], buckets.bucket(b)[1]);
        ++drawn_together[least * 3 + most - 3];
        if (least == 0) ++bucket_of_first[b];
      }
    }
    expect_uniform(drawn_together);
    expect_uniform(bucket_of_first);
  }
}

// Equally frequent values are equally likely to share a bucket.
TEST(BucketizationProperty, ValuesMeetUniformly) {
  const std::vector<Code> column{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3};
  for (const std::vector<std::vector<Code>>& columns :
       {std::vector<std::vector<Code>>{column}, {column, column}}) {
    const Microdata data = sensitive_table(columns);
    BucketizationOptions options;
    options.l = 2;
    Random random = Random::seeded(test::first_seed());
    std::map<std::pair<Code, Code>, int> met;
    for (int i = 0; i < 2000; ++i) {
      const TuplePartition buckets = bucketize(data, options, random, {}).buckets;
      // Only one bucket of each release counts, because buckets are not independent of each other.
      ++met[std::minmax({column[buckets.bucket(0)[0]], column[buckets.bucket(0)[1]]})];
    }
    ASSERT_EQ(met.size(), 6U);
    std::vector<int> counts;
    for (const auto& [values, count] : met)
      counts.push_back(count);
    expect_uniform(counts);
  }
}

// Each row that may be suppressed is equally likely to be suppressed.
TEST(BucketizationProperty, SuppressedRowsAreRandom) {
  const Microdata data = sensitive_table({{0, 0, 0, 0, 1, 2}, {0, 1, 2, 3, 4, 5}});
  BucketizationOptions options;
  options.l = 2;
  options.suppress = 0.5;
  Random random = Random::seeded(test::first_seed());
  std::vector<int> left_out(4);
  for (int i = 0; i < 4000; ++i) {
    const Bucketization release = bucketize(data, options, random, {});
    ASSERT_EQ(release.suppressed, 2U);
    for (const std::size_t row : suppressed_rows(data, release.buckets))
      ++left_out.at(row);
  }
  expect_uniform(left_out);
}

}  // namespace
}  // namespace microdata
