#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "core/microdata/permutation.hpp"
#include "core/risk/disclosure.hpp"
#include "core/risk/linkage.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/tuple_placement.hpp"
#include "property/oracle.hpp"
#include "property/random_table.hpp"
#include "property/sliced_view.hpp"

// What verifies a release, on releases made at random: it agrees with the naive oracle, lets every
// release pass that was rightly made, and finds what was tampered with.

namespace microdata {
namespace {

using test::Choices;

TuplePartition random_buckets(Choices& choices, Row rows, int most) {
  std::vector<std::vector<Row>> buckets(static_cast<std::size_t>(choices.between(1, most)));
  for (Row row = 0; row < rows; ++row) {
    buckets[static_cast<std::size_t>(choices.between(0, static_cast<int>(buckets.size()) - 1))]
        .push_back(row);
  }
  TuplePartition partition;
  for (const auto& bucket : buckets) {
    if (bucket.empty()) continue;
    partition.rows.insert(partition.rows.end(), bucket.begin(), bucket.end());
    partition.offsets.push_back(static_cast<Row>(partition.rows.size()));
  }
  return partition;
}

struct RandomRelease {
  Microdata data;
  AttributePartition columns;
  TuplePartition buckets;
  SlicedView view;
};

RandomRelease random_release(Choices& choices, const test::TableShape& shape, int most_buckets) {
  RandomRelease release;
  release.data = test::random_table(choices, shape);
  release.columns = test::random_partition(choices, release.data);
  release.buckets = random_buckets(choices, release.data.rows, most_buckets);
  Random random = Random::seeded(choices.bits());
  const auto linking = permute_columns(release.buckets, release.columns.size(), random, {});
  release.view = test::make_view(release.data, release.columns, release.buckets, linking);
  return release;
}

TEST(RiskProperty, DisclosureIsThatOfTheDefinition) {
  int differ = 0;
  for (int i = 0; i < test::tried(2000); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const RandomRelease release =
        random_release(choices, {.most_rows = 16, .most_sensitive = 2, .insensitive = true}, 5);
    const oracle::Table table = test::oracle_table(release.data);
    oracle::Slicing naive = test::oracle_columns(release.data, release.columns);
    for (std::size_t b = 0; b < release.buckets.buckets(); ++b) {
      const auto bucket = release.buckets.bucket(b);
      naive.buckets.emplace_back(bucket.begin(), bucket.end());
    }
    const Disclosure disclosure = measure_disclosure(release.view, {});
    EXPECT_EQ(disclosure.tuples, release.data.rows);
    EXPECT_EQ(disclosure.unmatched, 0U);
    double mean = 0;
    std::size_t j = 0;
    std::vector<std::size_t> in_view_order;
    for (const Column& column : release.columns) {
      for (const std::size_t s : sensitive_attributes(release.data, column)) {
        in_view_order.push_back(s);
      }
    }
    for (const std::size_t s : in_view_order) {
      double by_degree = 0;
      double by_count = 0;
      for (std::size_t t = 0; t < release.data.rows; ++t) {
        by_degree = std::max(by_degree, oracle::max_probability(table, naive, t, s));
        by_count = std::max(by_count, oracle::max_counted_probability(table, naive, t, s));
      }
      EXPECT_NEAR(disclosure.attributes[j].by_degree.probability, by_degree, 1e-12);
      EXPECT_NEAR(disclosure.attributes[j].by_count.probability, by_count, 1e-12);
      differ += by_count > by_degree + 1e-9 || by_count < by_degree - 1e-9 ? 1 : 0;
      ++j;
    }
    for (std::size_t t = 0; t < release.data.rows; ++t) {
      double largest = 0;
      for (const std::size_t s : in_view_order) {
        largest = std::max(largest, oracle::max_counted_probability(table, naive, t, s));
      }
      mean += largest / release.data.rows;
    }
    EXPECT_NEAR(disclosure.mean_probability, mean, 1e-12);
    if (HasFailure()) break;
  }
  EXPECT_GT(differ, 200);
}

TEST(RiskProperty, MatchingDegreeIsThatOfTheDefinition) {
  for (int i = 0; i < test::tried(1000); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const RandomRelease release = random_release(choices, {.most_rows = 12}, 4);
    const oracle::Table table = test::oracle_table(release.data);
    oracle::Slicing naive = test::oracle_columns(release.data, release.columns);
    for (std::size_t b = 0; b < release.buckets.buckets(); ++b) {
      const auto bucket = release.buckets.bucket(b);
      naive.buckets.emplace_back(bucket.begin(), bucket.end());
    }
    const MatchingBuckets buckets(release.view, MatchingBuckets::Over::known, {});
    std::vector<Match> matches;
    for (std::size_t t = 0; t < release.data.rows; ++t) {
      std::vector<std::uint32_t> values;
      for (const auto& column : release.view.columns)
        values.push_back(column.known.tuples[t]);
      buckets.find(values, matches);
      for (std::uint32_t b = 0; b < release.view.buckets; ++b) {
        const auto match = std::find_if(matches.begin(), matches.end(),
                                        [&](const Match& m) { return m.bucket == b; });
        EXPECT_NEAR(match == matches.end() ? 0 : match->degree,
                    oracle::matching_degree(table, naive, t, b), 1e-12);
      }
    }
    if (HasFailure()) break;
  }
}

TEST(RiskProperty, RightReleasesFindTheirTuples) {
  for (int i = 0; i < test::tried(3000); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    RandomRelease release = random_release(choices, {.most_rows = 20}, 6);
    const TuplePlacement placement = place_tuples(release.view, true, {});
    EXPECT_TRUE(placement.impossible_buckets.empty());
    EXPECT_EQ(placement.misplaced_tuples, 0U);
    // With tuples in the source that were not published.
    const TuplePlacement with_rest = place_tuples(release.view, false, {});
    EXPECT_TRUE(with_rest.impossible_buckets.empty());
    const Linkage linkage = measure_linkage(release.view, {});
    EXPECT_LE(linkage.excess, std::max(linkage.bound, 0.0));
    if (HasFailure()) break;
  }
}

// A release of rows that can be told apart: the first column has a key.
RandomRelease release_with_key(Choices& choices, Row rows) {
  RandomRelease release;
  release.data.rows = rows;
  release.data.attributes.resize(3);
  release.data.columns.resize(3);
  for (std::size_t a = 0; a < 3; ++a) {
    release.data.attributes[a].distinct = a == 0 ? rows : 6;
    for (Row row = 0; row < rows; ++row) {
      release.data.columns[a].push_back(a == 0 ? row : static_cast<Code>(choices.between(0, 5)));
    }
  }
  release.data.attributes[2].role = Role::sensitive;
  release.columns = {{{0}, {}}, {{1, 2}, {}}};
  release.buckets = random_buckets(choices, rows, static_cast<int>(rows / 4));
  Random random = Random::seeded(choices.bits());
  const auto linking = permute_columns(release.buckets, 2, random, {});
  release.view = test::make_view(release.data, release.columns, release.buckets, linking);
  return release;
}

TEST(RiskProperty, MovedRowsAreFound) {
  int found = 0;
  int moved = 0;
  for (int i = 0; i < test::tried(500); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    RandomRelease release = release_with_key(choices, 40);
    const auto row = static_cast<std::size_t>(choices.between(0, 39));
    const auto to =
        static_cast<std::uint32_t>(choices.between(0, static_cast<int>(release.view.buckets) - 1));
    if (release.view.bucket_of[row] == to) continue;
    release.view.bucket_of[row] = to;
    ++moved;
    const TuplePlacement placement = place_tuples(release.view, true, {});
    if (!placement.impossible_buckets.empty() || placement.misplaced_tuples > 0) ++found;
  }
  // A row that happens to be a true one, or that trades places with its like, is no tampering that
  // anything could find.
  EXPECT_GT(moved, 300);
  EXPECT_GT(found, moved * 6 / 10);
}

TEST(RiskProperty, UnpermutedColumnsAreFound) {
  for (int i = 0; i < test::tried(50); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    RandomRelease release = release_with_key(choices, 400);
    const std::vector<std::vector<Row>> as_it_was(2, release.buckets.rows);
    const SlicedView view =
        test::make_view(release.data, release.columns, release.buckets, as_it_was);
    const Linkage linkage = measure_linkage(view, {});
    EXPECT_GT(linkage.excess, linkage.bound);
  }
}

}  // namespace
}  // namespace microdata
