#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>
#include <optional>

#include "core/bucketization/drawing.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/privacy/infeasible.hpp"
#include "property/bucketization_choices.hpp"
#include "property/privacy_definition.hpp"

// Tests of bucketized releases of random tables against the naive oracles.

namespace microdata {
namespace {

using test::all_rows;
using test::Choices;
using test::oracle_buckets;
using test::Prior;
using test::random_l;
using test::random_options;
using test::sensitive_table;
using test::suppressed_rows;
using test::try_to_bucketize;

oracle::Published published_values(const Microdata& data, const Bucketization& release,
                                   const AttributeSet& sensitive) {
  oracle::Published published(sensitive.size(), std::vector<oracle::Value>(data.rows));
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    for (std::size_t place = 0; place < release.buckets.rows.size(); ++place) {
      published[j][release.buckets.rows[place]] =
          static_cast<oracle::Value>(data.columns[sensitive[j]][release.linking[j][place]]);
    }
  }
  return published;
}

oracle::Values values_of(const Microdata& data, std::size_t attribute, std::span<const Row> rows) {
  oracle::Values values;
  for (const Row row : rows)
    values.push_back(static_cast<oracle::Value>(data.columns[attribute][row]));
  return values;
}

Prior prior_of(const Microdata& data, std::size_t attribute) {
  Prior prior;
  prior.values = values_of(data, attribute, all_rows(data));
  prior.domain = data.attributes[attribute].distinct;
  return prior;
}

void expect_release(const Microdata& data, const Bucketization& release,
                    const BucketizationOptions& options) {
  const oracle::Table table = test::oracle_table(data);
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  const oracle::Buckets buckets = oracle_buckets(release.buckets);
  const oracle::Bucket suppressed = suppressed_rows(data, release.buckets);
  EXPECT_TRUE(oracle::is_partition(data.rows, buckets, suppressed));
  EXPECT_EQ(suppressed.size(), release.suppressed);
  EXPECT_LE(release.suppressed, options.suppress * data.rows + 1e-6);
  EXPECT_TRUE(oracle::all_l_diverse(table, buckets, sensitive, options.l));
  ASSERT_EQ(release.linking.size(), sensitive.size());
  EXPECT_TRUE(oracle::publishes_values(table, buckets, sensitive,
                                       published_values(data, release, sensitive)));
  for (const std::size_t s : sensitive) {
    const Prior prior = prior_of(data, s);
    for (std::size_t b = 0; b < release.buckets.buckets(); ++b) {
      const oracle::Values group = values_of(data, s, release.buckets.bucket(b));
      for (const PrivacyModel& model : options.privacy)
        EXPECT_TRUE(test::defined_to_hold(model, group, prior));
    }
  }
}

// Expects that the evidence against a release is true.
void expect_evidence(const Microdata& data, const Infeasible& infeasible,
                     const BucketizationOptions& options) {
  if (infeasible.reason == Infeasible::Reason::share) {
    EXPECT_GT(infeasible.count * options.l, infeasible.total);
    EXPECT_GT(infeasible.to_suppress, 0U);
    const oracle::Values values = values_of(data, infeasible.attribute, all_rows(data));
    const auto count =
        std::count(values.begin(), values.end(), static_cast<oracle::Value>(infeasible.code));
    EXPECT_LE(infeasible.count, count);
    if (options.suppress > 0) return;
    EXPECT_EQ(infeasible.count, count);
    EXPECT_EQ(infeasible.total, data.rows);
    return;
  }
  if (infeasible.reason == Infeasible::Reason::too_few_rows) {
    EXPECT_GT(k_of(*infeasible.model), infeasible.total);
    return;
  }
  // The table as a whole fails the model if suppression is not allowed.
  ASSERT_EQ(infeasible.reason, Infeasible::Reason::privacy);
  if (options.suppress > 0) return;
  const Prior prior = prior_of(data, infeasible.attribute);
  EXPECT_FALSE(test::defined_to_hold(*infeasible.model, prior.values, prior));
}

TEST(BucketizationProperty, EveryReleaseHolds) {
  constexpr int tables = 6000;
  int released = 0;
  int refused = 0;
  test::for_cases(tables, [&](Choices& choices, std::uint64_t seed) {
    const Microdata data = test::random_table(choices, {.most_rows = choices.one_in(10) ? 300 : 24,
                                                        .most_values = choices.one_in(4) ? 20 : 4,
                                                        .most_sensitive = choices.one_in(2) ? 3 : 1,
                                                        .insensitive = choices.one_in(3)});
    const BucketizationOptions options = random_options(choices);
    Random random = Random::seeded(seed);
    try {
      expect_release(data, bucketize(data, options, random, {}), options);
      ++released;
    } catch (const Infeasible& infeasible) {
      expect_evidence(data, infeasible, options);
      ++refused;
    }
  });
  // Both outcomes must be frequent enough.
  EXPECT_GT(released, test::expected_of(tables / 10));
  EXPECT_GT(refused, test::expected_of(tables / 10));
}

// Each method refuses a release if and only if no release exists.
TEST(BucketizationProperty, ReleasedWhereOneExists) {
  test::for_cases(1500, [](Choices& choices, std::uint64_t seed) {
    const Microdata data = test::random_table(
        choices, {.most_rows = 8, .most_values = 6, .most_sensitive = choices.between(1, 3)});
    BucketizationOptions options;
    options.l = random_l(choices);
    const bool exists = oracle::can_be_bucketized(
        test::oracle_table(data), attributes_with_role(data, Role::sensitive), options.l);
    EXPECT_EQ(try_to_bucketize(data, options, seed).has_value(), exists);
    options.method = BucketizationMethod::mondrian;
    EXPECT_EQ(try_to_bucketize(data, options, seed).has_value(), exists);
  });
}

// The number of suppressed rows is minimal; with three or more sensitive attributes it nearly
// always is.
TEST(BucketizationProperty, AsFewAsCanBeAreSuppressed) {
  int more = 0;
  int of_three = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t seed) {
    const Microdata data = test::random_table(choices, {.most_rows = 10,
                                                        .most_attributes = 5,
                                                        .most_values = choices.between(3, 6),
                                                        .most_sensitive = choices.between(1, 4)});
    const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
    BucketizationOptions options;
    options.l = random_l(choices);
    const std::size_t fewest =
        oracle::fewest_to_suppress(test::oracle_table(data), sensitive, options.l);
    options.suppress = 1;
    const std::optional<Bucketization> release = try_to_bucketize(data, options, seed);
    const std::size_t suppressed = release ? release->suppressed : data.rows;
    if (sensitive.size() <= 2) {
      EXPECT_EQ(suppressed, fewest);
    } else {
      EXPECT_GE(suppressed, fewest);
      ++of_three;
      more += suppressed > fewest ? 1 : 0;
    }
    // The number of rows that the error states is sufficient, and no smaller number is.
    if (fewest == 0 || suppressed == data.rows) return;
    options.suppress = static_cast<double>(suppressed) / data.rows;
    EXPECT_TRUE(try_to_bucketize(data, options, seed));
    options.suppress = (static_cast<double>(suppressed) - 0.5) / data.rows;
    Random random = Random::seeded(seed);
    try {
      bucketize(data, options, random, {});
      ADD_FAILURE() << "more rows were left out than may be";
    } catch (const Infeasible& infeasible) {
      EXPECT_EQ(infeasible.to_suppress, suppressed);
    }
  });
  std::cout << "of " << of_three << " tables with three sensitive attributes or more " << more
            << " left out more rows than needed\n";
  EXPECT_LE(more, of_three / 20);
}

// Anatomy with one sensitive attribute and a whole l makes the largest possible number of buckets,
// without repeated values.
TEST(BucketizationProperty, AnatomyIsAsFineAsTheoryHasIt) {
  test::for_cases(2000, [](Choices& choices, std::uint64_t seed) {
    const Microdata data =
        test::random_table(choices, {.most_rows = 60, .most_attributes = 2, .most_values = 12});
    const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
    BucketizationOptions options;
    options.l = choices.between(1, 6);
    const auto l = static_cast<std::size_t>(options.l);
    const oracle::Table table = test::oracle_table(data);
    const std::optional<Bucketization> release = try_to_bucketize(data, options, seed);
    ASSERT_EQ(release.has_value(), oracle::eligible(table, sensitive.front(), options.l));
    if (!release) return;
    const oracle::Buckets buckets = oracle_buckets(release->buckets);
    EXPECT_EQ(buckets.size(), oracle::max_buckets(data.rows, l));
    EXPECT_TRUE(oracle::anatomy_groups_distinct(table, buckets, sensitive.front(), l));
  });
}

// Compares drawn buckets with the finest partition.
TEST(BucketizationProperty, DrawnBucketsAreNearlyAsFineAsCanBe) {
  int cases = 0;
  int finest = 0;
  double ratios = 0;
  double worst = 1;
  test::for_cases(2500, [&](Choices& choices, std::uint64_t seed) {
    std::vector<std::vector<Code>> columns(static_cast<std::size_t>(choices.between(1, 3)));
    const int rows = choices.between(2, 9);
    for (std::vector<Code>& column : columns) {
      const int values = choices.between(2, 6);
      for (int i = 0; i < rows; ++i)
        column.push_back(static_cast<Code>(choices.between(0, values - 1)));
    }
    const Microdata data = sensitive_table(columns);
    const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
    const double l = choices.of(std::vector<double>{1.2, 1.5, 2, 2, 2.25, 2.5, 3});
    const oracle::Table table = test::oracle_table(data);
    if (!oracle::l_diverse(table, oracle_buckets({all_rows(data), {0, data.rows}}).front(),
                           sensitive, l)) {
      return;
    }
    Random random = Random::seeded(seed);
    const TuplePartition drawn = draw_buckets(data, sensitive, all_rows(data), l, random, {});
    const oracle::Buckets buckets = oracle_buckets(drawn);
    EXPECT_TRUE(oracle::is_partition(data.rows, buckets, {}));
    EXPECT_TRUE(oracle::all_l_diverse(table, buckets, sensitive, l));
    const double ratio = static_cast<double>(buckets.size()) /
                         static_cast<double>(oracle::most_buckets(table, sensitive, l));
    ++cases;
    finest += ratio == 1 ? 1 : 0;
    ratios += ratio;
    worst = std::min(worst, ratio);
  });
  std::cout << "of " << cases << " tables " << finest
            << " as fine as can be; buckets drawn to the most possible: mean " << ratios / cases
            << ", least " << worst << "\n";
  EXPECT_GT(cases, test::expected_of(500));
  EXPECT_GT(ratios / cases, 0.95);
  EXPECT_GE(worst, 0.25);
}

TEST(BucketizationProperty, SeedsDecide) {
  int different = 0;
  test::for_cases(500, [&](Choices& choices, std::uint64_t seed) {
    const Microdata data = test::random_table(choices, {.most_rows = 200, .most_sensitive = 3});
    BucketizationOptions options = random_options(choices);
    options.threads = 1;
    const std::optional<Bucketization> one = try_to_bucketize(data, options, seed);
    options.threads = {3, 16};
    const std::optional<Bucketization> again = try_to_bucketize(data, options, seed);
    ASSERT_EQ(one.has_value(), again.has_value());
    if (!one) return;
    EXPECT_EQ(one->buckets.rows, again->buckets.rows);
    EXPECT_EQ(one->buckets.offsets, again->buckets.offsets);
    EXPECT_EQ(one->linking, again->linking);
    const std::optional<Bucketization> other = try_to_bucketize(data, options, seed + 1);
    different += other && other->linking != one->linking ? 1 : 0;
  });
  EXPECT_GE(different, test::expected_of(51));
}

// A cancel at any checkpoint ends the work at once and leaks nothing, which the sanitized build
// checks.
TEST(BucketizationProperty, CancelledAnywhere) {
  struct Cancelled {};
  test::for_cases(300, [](Choices& choices, std::uint64_t seed) {
    const Microdata data =
        test::random_table(choices, {.most_rows = 5000, .most_values = 100, .most_sensitive = 2});
    BucketizationOptions options = random_options(choices);
    options.threads = {static_cast<unsigned>(choices.between(1, 3)), 64};
    int left = choices.between(0, choices.one_in(2) ? 40 : 4000);
    const Progress progress([&] {
      if (left-- == 0) throw Cancelled{};
    });
    Random random = Random::seeded(seed);
    try {
      bucketize(data, options, random, progress);
    } catch (const Cancelled&) {
    } catch (const Infeasible&) {
    }
  });
}

}  // namespace
}  // namespace microdata
