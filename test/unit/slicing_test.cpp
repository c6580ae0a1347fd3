#include "core/slicing/slicing.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "core/slicing/attribute_partition.hpp"
#include "core/slicing/column_generalization.hpp"
#include "core/slicing/feasibility.hpp"
#include "unit/table_1.hpp"

namespace microdata {
namespace {

// Returns a table with one attribute for each column of codes.
Microdata table(std::vector<std::vector<Code>> columns, std::vector<Role> roles) {
  Microdata data;
  data.rows = static_cast<Row>(columns.front().size());
  for (std::size_t a = 0; a < columns.size(); ++a) {
    Attribute attribute;
    attribute.name = "a" + std::to_string(a);
    attribute.role = roles[a];
    attribute.distinct = *std::max_element(columns[a].begin(), columns[a].end()) + 1;
    data.attributes.push_back(attribute);
  }
  data.columns = std::move(columns);
  return data;
}

std::vector<Row> all_rows(const Microdata& data) {
  std::vector<Row> rows(data.rows);
  for (Row row = 0; row < data.rows; ++row)
    rows[row] = row;
  return rows;
}

constexpr Role qi = Role::quasi_identifier;
constexpr Role sensitive = Role::sensitive;

Eigen::MatrixXd correlation_of_four() {
  Eigen::MatrixXd correlation = Eigen::MatrixXd::Identity(4, 4);
  const auto set = [&](int a, int b, double value) {
    correlation(a, b) = correlation(b, a) = value;
  };
  set(0, 1, 0.9);
  set(2, 3, 0.8);
  set(1, 3, 0.5);
  set(0, 3, 0.1);
  return correlation;
}

TEST(AttributePartition, ClustersAndPutsTheSensitiveColumnLast) {
  const Microdata data = table({{0}, {0}, {0}, {0}}, {sensitive, qi, qi, qi});
  Eigen::MatrixXd correlation = Eigen::MatrixXd::Identity(4, 4);
  correlation(0, 1) = correlation(1, 0) = 0.9;
  correlation(2, 3) = correlation(3, 2) = 0.8;
  const AttributePartition partition =
      partition_attributes(data, {0, 1, 2, 3}, correlation, {2, std::nullopt}, {});
  ASSERT_EQ(partition.size(), 2U);
  EXPECT_EQ(partition[0].attributes, (AttributeSet{2, 3}));
  EXPECT_EQ(partition[1].attributes, (AttributeSet{0, 1}));
}

TEST(AttributePartition, AlphaTakesTheMostCorrelated) {
  const Microdata data = table({{0}, {0}, {0}, {0}}, {qi, qi, qi, sensitive});
  const AttributePartition partition =
      partition_attributes(data, {0, 1, 2, 3}, correlation_of_four(), {2, 3}, {});
  ASSERT_EQ(partition.size(), 2U);
  EXPECT_EQ(partition[0].attributes, AttributeSet{0});
  EXPECT_EQ(partition[1].attributes, (AttributeSet{1, 2, 3}));
}

TEST(AttributePartition, AlphaOneIsBucketization) {
  const Microdata data = table({{0}, {0}, {0}, {0}}, {qi, qi, qi, sensitive});
  const AttributePartition partition =
      partition_attributes(data, {0, 1, 2, 3}, correlation_of_four(), {2, 1}, {});
  EXPECT_EQ(partition[0].attributes, (AttributeSet{0, 1, 2}));
  EXPECT_EQ(partition[1].attributes, AttributeSet{3});
}

// Returns a table in which a0 determines the sensitive value and a1 is independent of it.
Microdata telling_table() {
  return table({{0, 0, 1, 1, 0, 0, 1, 1},
                {0, 1, 0, 1, 0, 1, 0, 1},
                {0, 0, 0, 0, 0, 1, 1, 1},
                {0, 0, 1, 1, 0, 0, 1, 1}},
               {qi, qi, qi, sensitive});
}

TEST(Regroup, TakesTheNextMostCorrelatedThatIsFeasible) {
  const Microdata data = telling_table();
  AttributePartition partition{{{1, 2}, {}}, {{0, 3}, {}}};
  const auto because =
      regroup(data, {0, 1, 2, 3}, correlation_of_four(), {2, 2}, all_rows(data), 2, partition, {});
  ASSERT_TRUE(because);
  EXPECT_EQ(because->count, 4U);
  EXPECT_EQ(because->total, 4U);
  // The next attribute, a2 (0.8), is infeasible: of 5 rows with its value 0, 3 have one sensitive
  // value.
  EXPECT_EQ(partition[1].attributes, (AttributeSet{1, 3}));
  EXPECT_EQ(partition[0].attributes, (AttributeSet{0, 2}));
}

TEST(Regroup, WithoutAlphaKeepsWhatIsFeasible) {
  const Microdata data = telling_table();
  AttributePartition partition{{{2}, 2}, {{0, 1, 3}, 1}};
  ASSERT_TRUE(regroup(data, {0, 1, 2, 3}, correlation_of_four(), {2, std::nullopt}, all_rows(data),
                      2, partition, {}));
  EXPECT_EQ(partition[1].attributes, (AttributeSet{1, 3}));
  EXPECT_EQ(partition[0].attributes, (AttributeSet{0, 2}));
}

TEST(Regroup, LeavesAFeasibleGroupingAlone) {
  const Microdata data = telling_table();
  AttributePartition partition{{{0, 2}, 0}, {{1, 3}, 1}};
  EXPECT_FALSE(regroup(data, {0, 1, 2, 3}, correlation_of_four(), {2, std::nullopt}, all_rows(data),
                       2, partition, {}));
}

TEST(Regroup, OneColumnHasNowhereToGiveTo) {
  const Microdata data = telling_table();
  SlicingOptions options;
  options.columns = 1;
  Random random = Random::seeded(1);
  try {
    slice(data, options, random, {});
    FAIL();
  } catch (const Infeasible& infeasible) {
    EXPECT_EQ(infeasible.reason, Infeasible::Reason::no_other_column);
  }
}

TEST(ColumnGeneralization, RegionsHaveAtLeastKRows) {
  const Microdata data = test::table_1();
  const ColumnGeneralization generalization =
      generalize_column(data, {{0, 1}, {}}, all_rows(data), {2, std::nullopt, {}}, {});
  std::vector<int> counts(generalization.regions);
  for (const std::uint32_t region : generalization.of_row)
    ++counts[region];
  for (const int count : counts)
    EXPECT_GE(count, 2);
  EXPECT_GT(generalization.regions, 1U);
  EXPECT_TRUE(generalization.generalizes(0));
}

TEST(Suppression, LeavesOutAsFewAsItCan) {
  // Value 0 has 6 of the 8 rows, so that l = 2 requires suppressing four of them.
  const Microdata data =
      table({{0, 1, 2, 3, 4, 5, 6, 7}, {0, 0, 0, 0, 0, 0, 1, 2}}, {qi, sensitive});
  SlicingOptions options;
  options.l = 2;
  options.suppress = 0.5;
  Random random = Random::seeded(1);
  const Slicing slicing = slice(data, options, random, {});
  EXPECT_EQ(slicing.suppressed, 4U);
  options.suppress = 0.49;
  try {
    slice(data, options, random, {});
    FAIL();
  } catch (const Infeasible& infeasible) {
    EXPECT_EQ(infeasible.to_suppress, 4U);
    EXPECT_EQ(infeasible.count, 6U);
    EXPECT_EQ(infeasible.total, 8U);
  }
}

TEST(Slicing, NothingIsSaidOfPublishedOrderByRowNumbers) {
  // All quasi-identifiers are equal, so that buckets are random.
  const Microdata data =
      table({std::vector<Code>(12, 0), {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}}, {qi, sensitive});
  SlicingOptions options;
  options.l = 2;
  options.check = DiversityCheckScope::bucket;
  int first_with_second = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    Random random = Random::seeded(seed);
    const Slicing slicing = slice(data, options, random, {});
    ASSERT_EQ(slicing.buckets.buckets(), 6U);
    for (std::size_t b = 0; b < 6; ++b) {
      const auto bucket = slicing.buckets.bucket(b);
      if (std::count(bucket.begin(), bucket.end(), 0U) +
              std::count(bucket.begin(), bucket.end(), 1U) ==
          2) {
        ++first_with_second;
      }
    }
  }
  // Row 0 shares its bucket with row 1 once in six times: 100 of 600, with a standard deviation of
  // 9.1.
  EXPECT_GT(first_with_second, 45);
  EXPECT_LT(first_with_second, 155);
}

TEST(Slicing, BySampleTheGroupsAreThoseThatSlicingEndsWith) {
  const Microdata data = telling_table();
  SlicingOptions options;
  for (const std::size_t alpha : {2U, 3U}) {
    options.sensitive_column_size = alpha;
    Random random = Random::seeded(1);
    const AttributePartition begun = find_attribute_partition(data, options, {});
    const AttributePartition regrouped = find_regrouped_partition(data, options, {});
    const Slicing sliced = slice(data, options, random, {});
    ASSERT_TRUE(sliced.regrouped) << "the case is to need other groups";
    ASSERT_EQ(regrouped.size(), sliced.columns.size());
    for (std::size_t c = 0; c < regrouped.size(); ++c)
      EXPECT_EQ(regrouped[c].attributes, sliced.columns[c].attributes);
    EXPECT_NE(regrouped.back().attributes, begun.back().attributes);
  }
}

TEST(Slicing, BySampleThatNothingMakesFeasibleTheGroupsAreThoseToBeginWith) {
  const Microdata data = table({{0, 1, 0, 1}, {0, 0, 0, 1}}, {qi, sensitive});
  SlicingOptions options;
  options.columns = 1;
  const AttributePartition partition = find_regrouped_partition(data, options, {});
  ASSERT_EQ(partition.size(), 1U);
  EXPECT_EQ(partition.front().attributes, (AttributeSet{0, 1}));
}

TEST(Slicing, GeneralizesWhatIsLinkedWhereAskedToThoughLNeedsItNot) {
  // Every value of a1 has both sensitive values equally often.
  const Microdata data =
      table({{0, 1, 2, 3, 0, 1, 2, 3}, {0, 0, 1, 1, 0, 0, 1, 1}, {0, 1, 0, 1, 1, 0, 1, 0}},
            {qi, qi, sensitive});
  SlicingOptions options;
  options.groups = {{{0}, {}}, {{1, 2}, {}}};
  for (const bool generalizes : {false, true}) {
    options.generalizes_linked = generalizes;
    Random random = Random::seeded(1);
    const Slicing slicing = slice(data, options, random, {});
    EXPECT_FALSE(slicing.generalizations[0]);
    EXPECT_EQ(slicing.generalizations[1].has_value(), generalizes);
  }
}

TEST(BucketSizes, OfPartsAreThoseOfAllOfThem) {
  const TuplePartition first{{0, 1, 2, 3, 4}, {0, 2, 5}};
  const TuplePartition second{{5, 6, 7, 8}, {0, 4}};
  BucketSizes sizes;
  EXPECT_EQ(sizes.mean(), 0);
  sizes.add(first);
  EXPECT_DOUBLE_EQ(sizes.mean(), mean_bucket_size(first));
  sizes.add(second);
  EXPECT_EQ(sizes.buckets, 3U);
  EXPECT_EQ(sizes.rows, 9U);
  EXPECT_DOUBLE_EQ(sizes.mean(), (4 + 9 + 16) / 9.0);
}

}  // namespace
}  // namespace microdata
