#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "core/microdata/permutation.hpp"
#include "core/risk/disclosure.hpp"
#include "core/risk/linkage.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/tuple_placement.hpp"
#include "property/linking_oracle.hpp"
#include "property/oracle.hpp"
#include "property/random_table.hpp"
#include "property/sliced_view.hpp"

// Tests of verification on random releases: it agrees with the naive oracle, accepts every correct
// release and detects tampering.

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

oracle::Slicing naive_slicing(const RandomRelease& release) {
  oracle::Slicing naive = test::oracle_columns(release.data, release.columns);
  for (std::size_t b = 0; b < release.buckets.buckets(); ++b) {
    const auto bucket = release.buckets.bucket(b);
    naive.buckets.emplace_back(bucket.begin(), bucket.end());
  }
  return naive;
}

// Returns the sensitive attributes in the order of SlicedView::sensitive.
AttributeSet sensitive_of_view(const RandomRelease& release) {
  AttributeSet result;
  for (const Column& column : release.columns) {
    for (const std::size_t s : sensitive_attributes(release.data, column))
      result.push_back(s);
  }
  return result;
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
    const oracle::Slicing naive = naive_slicing(release);
    const Disclosure disclosure = measure_disclosure(release.view, {});
    EXPECT_EQ(disclosure.tuples, release.data.rows);
    EXPECT_EQ(disclosure.unmatched, 0U);
    double mean = 0;
    std::size_t j = 0;
    const AttributeSet in_view_order = sensitive_of_view(release);
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
  EXPECT_GT(differ, test::expected_of(200));
}

// Adds rows with every combination of the table's values; no bucket holds these rows.
void add_everybody(const Microdata& data, std::size_t attribute, std::vector<oracle::Value>& row,
                   oracle::Table& table) {
  if (attribute == row.size()) {
    table.rows.push_back(row);
    return;
  }
  for (Code value = 0; value < data.attributes[attribute].distinct; ++value) {
    row[attribute] = static_cast<oracle::Value>(value);
    add_everybody(data, attribute + 1, row, table);
  }
}

// The worst share is the maximum over all linkings of a bucket and all possible people, if the
// attacker knows only the release.
TEST(RiskProperty, BucketDisclosureIsTheWorstOfAnybodyByAllLinkings) {
  int releases = 0;
  int averaged = 0;
  test::for_cases(1500, [&](Choices& choices, std::uint64_t /*seed*/) {
    RandomRelease release = random_release(choices,
                                           {.most_rows = 8,
                                            .most_attributes = 4,
                                            .most_values = 3,
                                            .most_sensitive = 2,
                                            .insensitive = true},
                                           4);
    const oracle::Slicing naive = naive_slicing(release);
    if (naive.columns.size() > 3) return;
    for (const auto& bucket : naive.buckets)
      if (bucket.size() > 4) return;
    ++releases;
    oracle::Table table = test::oracle_table(release.data);
    std::vector<oracle::Value> row(release.data.attributes.size());
    add_everybody(release.data, 0, row, table);
    std::vector<oracle::Linkings> linkings;
    for (std::size_t b = 0; b < naive.buckets.size(); ++b)
      linkings.push_back(oracle::linkings(table, naive, b));
    release.view.tuples = 0;
    for (SlicedView::Column& column : release.view.columns) {
      column.known.tuples.clear();
      column.whole.tuples.clear();
    }
    for (SlicedView::Sensitive& sensitive : release.view.sensitive)
      sensitive.tuples.clear();

    const Disclosure found = measure_bucket_disclosure(release.view, {});
    EXPECT_EQ(found.tuples + found.unmatched, 0U);
    EXPECT_EQ(found.mean_probability, 0);
    const AttributeSet sensitive = sensitive_of_view(release);
    ASSERT_EQ(found.attributes.size(), sensitive.size());
    for (std::size_t j = 0; j < sensitive.size(); ++j) {
      const WorstDisclosure& worst = found.attributes[j].by_count;
      EXPECT_EQ(found.attributes[j].by_degree.probability, worst.probability);
      EXPECT_EQ(worst.matches, 1U);
      double largest = 0;
      double where_it_is = 0;
      double by_several = 0;
      for (std::size_t t = 0; t < table.rows.size(); ++t) {
        by_several = std::max({by_several, oracle::max_probability(table, naive, t, sensitive[j]),
                               oracle::max_counted_probability(table, naive, t, sensitive[j])});
        for (std::size_t b = 0; b < linkings.size(); ++b) {
          // The rows cover each value of the sensitive attribute.
          const oracle::Value value = table.rows[t][sensitive[j]];
          const oracle::ExpectedRows expected =
              oracle::expected_rows(table, naive, linkings[b], t, sensitive[j], value);
          if (expected.alike == 0) continue;
          const double share = expected.with_value / expected.alike;
          largest = std::max(largest, share);
          if (b == worst.bucket && value == static_cast<oracle::Value>(worst.value))
            where_it_is = std::max(where_it_is, share);
        }
      }
      EXPECT_NEAR(worst.probability, largest, 1e-12);
      EXPECT_NEAR(where_it_is, largest, 1e-12);
      EXPECT_LE(by_several, worst.probability + 1e-12);
      averaged += by_several < largest - 1e-9 ? 1 : 0;
    }
  });
  if (HasFailure()) return;
  EXPECT_GT(releases, test::expected_of(300));
  EXPECT_GE(averaged, test::expected_of(21));
}

TEST(RiskProperty, MatchingDegreeIsThatOfTheDefinition) {
  for (int i = 0; i < test::tried(1000); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const RandomRelease release = random_release(choices, {.most_rows = 12}, 4);
    const oracle::Table table = test::oracle_table(release.data);
    const oracle::Slicing naive = naive_slicing(release);
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
    // The source has tuples that were not published.
    const TuplePlacement with_rest = place_tuples(release.view, false, {});
    EXPECT_TRUE(with_rest.impossible_buckets.empty());
    const Linkage linkage = measure_linkage(release.view, {});
    EXPECT_LE(linkage.excess, std::max(linkage.bound, 0.0));
    if (HasFailure()) break;
  }
}

// Returns a release of distinguishable rows: the first column has a key.
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
  // A row that equals a true row, or that trades places with an equal one, is undetectable.
  EXPECT_GT(moved, test::expected_of(300));
  EXPECT_GT(found, test::expected_of(0.6 * moved));
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
