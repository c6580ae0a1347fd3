#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

#include "property/bucketization_oracle.hpp"
#include "property/random_table.hpp"

// Tests that the oracle of bucketization agrees with the paper.

namespace oracle {
namespace {

using microdata::test::Choices;
using microdata::test::for_cases;

// Returns a random table in which all attributes are sensitive.
Table random_sensitive_table(Choices& choices, int most_rows, std::size_t attributes) {
  Table table;
  const int values = choices.between(1, 5);
  for (int n = choices.between(1, most_rows); n > 0; --n) {
    std::vector<Value>& row = table.rows.emplace_back();
    for (std::size_t a = 0; a < attributes; ++a)
      row.push_back(choices.between(1, values));
  }
  return table;
}

// Codes of table 1 of Xiao and Tao, VLDB 2006: age and disease of eight patients, in the two groups
// of table 3.
enum Disease : Value { pneumonia, dyspepsia, flu, gastritis, bronchitis };

const Table patients = {{{23, pneumonia},
                         {27, dyspepsia},
                         {35, dyspepsia},
                         {59, pneumonia},
                         {61, flu},
                         {65, gastritis},
                         {65, flu},
                         {70, bronchitis}}};
const Buckets groups = {{0, 1, 2, 3}, {4, 5, 6, 7}};
const Attributes disease = {1};

TEST(BucketizationOracle, GroupsOfThePaper) {
  EXPECT_TRUE(is_partition(8, groups, {}));
  EXPECT_TRUE(all_l_diverse(patients, groups, disease, 2));
  EXPECT_FALSE(all_l_diverse(patients, groups, disease, 2.1));
  EXPECT_TRUE(eligible(patients, 1, 4));
  EXPECT_FALSE(eligible(patients, 1, 4.1));
  // Four groups of two different values each are possible; the paper's two groups have equal
  // values.
  EXPECT_FALSE(anatomy_groups_distinct(patients, groups, 1, 2));
  EXPECT_TRUE(anatomy_groups_distinct(patients, {{0, 1}, {2, 3}, {4, 5}, {6, 7}}, 1, 2));
  EXPECT_FALSE(anatomy_groups_distinct(patients, {{0, 1}, {2, 3}, {4, 5}, {6, 7}}, 1, 3));
  EXPECT_EQ(most_buckets(patients, disease, 2), 4);
  EXPECT_EQ(most_buckets(patients, disease, 4), 2);
  EXPECT_EQ(most_buckets(patients, disease, 5), 0);
}

TEST(BucketizationOracle, EveryRowIsInOnePlace) {
  EXPECT_TRUE(is_partition(3, {{2, 0}}, {1}));
  EXPECT_TRUE(is_partition(0, {}, {}));
  EXPECT_TRUE(is_partition(2, {}, {1, 0}));
  EXPECT_FALSE(is_partition(3, {{2, 0}}, {}));
  EXPECT_FALSE(is_partition(3, {{2, 0}, {0, 1}}, {}));
  EXPECT_FALSE(is_partition(3, {{2, 0}, {1}}, {1}));
  EXPECT_FALSE(is_partition(3, {{2, 0, 1}, {}}, {}));
  EXPECT_FALSE(is_partition(3, {{2, 0, 1, 3}}, {}));
}

TEST(BucketizationOracle, PublishedValuesAreThoseOfTheBucket) {
  const Table table = {{{1, 10}, {2, 20}, {1, 30}, {4, 40}}};
  const Attributes both = {0, 1};
  const Buckets halves = {{0, 1}, {2, 3}};
  const Published swapped = {{2, 1, 4, 1}, {20, 10, 40, 30}};
  const Published apart = {{2, 1, 4, 1}, {10, 20, 30, 40}};
  const Published across = {{1, 2, 1, 4}, {30, 20, 10, 40}};
  EXPECT_TRUE(publishes_combinations(table, halves, both, swapped));
  EXPECT_TRUE(publishes_values(table, halves, both, swapped));
  EXPECT_FALSE(publishes_combinations(table, halves, both, apart));
  EXPECT_TRUE(publishes_values(table, halves, both, apart));
  EXPECT_FALSE(publishes_values(table, halves, both, across));
  // Suppressed rows may have any value.
  EXPECT_TRUE(publishes_values(table, {{1}, {3}}, both, across));
}

// A bucket is diverse only if every sensitive attribute is.
TEST(BucketizationOracle, EachSensitiveAttributeCounts) {
  const Table table = {{{1, 7}, {1, 8}, {2, 7}, {2, 8}}};
  EXPECT_EQ(most_buckets(table, {0}, 2), 2);
  EXPECT_EQ(most_buckets(table, {1}, 2), 2);
  // The buckets are rows 0 and 3, and rows 1 and 2.
  EXPECT_EQ(most_buckets(table, {0, 1}, 2), 2);
  // The table without row 0 has value 2 of the first attribute and value 8 of the second in two of
  // three rows.
  const Table three = {{table.rows.begin() + 1, table.rows.end()}};
  EXPECT_FALSE(can_be_bucketized(three, {0, 1}, 2));
  EXPECT_EQ(fewest_to_suppress(three, Attributes{0, 1}, 2), 1);
}

// If l is not a whole number, a bucket of the fewest rows might leave a rest that is not diverse.
TEST(BucketizationOracle, RealDiversityTakesLargerBuckets) {
  // Three rows with three values are 2.5-diverse, the other two rows are not; all five together
  // are.
  const Table five = {{{1}, {1}, {2}, {2}, {3}}};
  EXPECT_EQ(most_buckets(five, {0}, 2.5), 1);
  EXPECT_EQ(most_buckets(five, {0}, 2), 2);
  EXPECT_EQ(most_buckets(five, {0}, 3), 0);
  EXPECT_EQ(fewest_to_suppress(five, Attributes{0}, 3), 2);
  EXPECT_EQ(fewest_to_suppress(five, Attributes{0}, 4), 5);
}

// If at most n/l of n rows have the same value, the rows fit floor(n/l) buckets; otherwise they fit
// none.
TEST(BucketizationOracle, EligibleTablesHaveAsManyBucketsAsTheoryHas) {
  for_cases(600, [](Choices& choices, std::uint64_t /*seed*/) {
    const Table table = random_sensitive_table(choices, 8, 1);
    const int l = choices.between(1, 4);
    const std::size_t expected =
        eligible(table, 0, l) ? max_buckets(table.rows.size(), static_cast<std::size_t>(l)) : 0;
    EXPECT_EQ(most_buckets(table, {0}, l), expected);
  });
}

// The whole table as one bucket is the coarsest partition. If it is not diverse, no partition is;
// if it is, a partition exists. The test has a real l and several attributes.
TEST(BucketizationOracle, CanBeBucketizedWhereOneBucketIsDiverse) {
  for_cases(400, [](Choices& choices, std::uint64_t /*seed*/) {
    const Table table = random_sensitive_table(choices, 7, 2);
    const double l = 1 + 2 * choices.real();
    EXPECT_EQ(can_be_bucketized(table, {0, 1}, l), eligible(table, 0, l) && eligible(table, 1, l));
  });
}

// The other oracle counts the rows to suppress in its own way, with an attacker without knowledge.
TEST(BucketizationOracle, FewestToSuppressOfTwoOracles) {
  for_cases(1000, [](Choices& choices, std::uint64_t /*seed*/) {
    const Table table = random_sensitive_table(choices, 9, 1);
    const double l = choices.of(std::vector<double>{1, 1.5, 2, 2.5, 3, 4});
    EXPECT_EQ(fewest_to_suppress(table, Attributes{0}, l),
              fewest_to_suppress(table, Attributes{}, 0, l));
  });
}

// Rows that one attribute requires to suppress are also suppressed for both attributes.
TEST(BucketizationOracle, MoreSensitiveAttributesTakeMoreSuppression) {
  for_cases(500, [](Choices& choices, std::uint64_t /*seed*/) {
    const Table table = random_sensitive_table(choices, 8, 2);
    const double l = 1 + 2 * choices.real();
    const std::size_t both = fewest_to_suppress(table, Attributes{0, 1}, l);
    EXPECT_GE(both, fewest_to_suppress(table, Attributes{0}, l));
    EXPECT_GE(both, fewest_to_suppress(table, Attributes{1}, l));
    EXPECT_EQ(both == 0, can_be_bucketized(table, {0, 1}, l));
  });
}

}  // namespace
}  // namespace oracle
