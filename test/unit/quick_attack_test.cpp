#include "core/choice/quick_attack.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

#include "core/choice/inference_goal.hpp"
#include "core/microdata/histogram.hpp"
#include "unit/guessable_persons.hpp"

// Tests that a sample of a release shows how much an attacker learns from the whole release.

namespace microdata {
namespace {

// Returns the people with a third, independent quasi-identifier in which nearly all people differ.
Microdata persons_of(Row rows, bool follows = true) {
  Microdata data = test::guessable_persons(rows, follows);
  Random random = Random::seeded(8);
  Attribute own;
  own.distinct = rows;
  data.attributes.insert(data.attributes.begin() + 2, own);
  std::vector<Code>& codes = *data.columns.emplace(data.columns.begin() + 2);
  for (Row row = 0; row < rows; ++row)
    codes.push_back(random.below(rows));
  return data;
}

constexpr double diversity = 3;
const QuickAttackOptions bounded{1 / diversity, 5000};

QuickAttack attacked_quickly(const Microdata& data, const auto& release,
                             const QuickAttackOptions& options = bounded) {
  Random random = Random::seeded(3);
  return attack_quickly(data, release, options, random, {});
}

// Returns options that judge all people and learn from all people.
InferenceOptions whole_attack() {
  InferenceOptions options;
  options.model = InferenceModel::naive_bayes;
  return options;
}

double share_of(const InferenceReached& reached) {
  return static_cast<double>(reached.guessed.right) / static_cast<double>(reached.guessed.persons);
}

Slicing sliced(const Microdata& data, AttributePartition groups,
               std::vector<PrivacyModel> privacy = {}) {
  SlicingOptions options;
  options.l = diversity;
  options.groups = std::move(groups);
  options.privacy = std::move(privacy);
  Random random = Random::seeded(1);
  return slice(data, options, random, {});
}

// Expects a share within four standard errors of a sample. A model learned from some people may be
// worse than a model of all people, but not by more than 0.15.
void expect_about(const QuickAttack& quick, double all) {
  const double error = 4 * std::sqrt(0.25 / static_cast<double>(quick.persons));
  EXPECT_LT(quick.share(), all + error);
  EXPECT_GT(quick.share(), all - error - 0.15);
}

TEST(QuickAttackTest, IsNearTheAttackOnAllOfASlicedTable) {
  for (const bool depends : {true, false}) {
    const Microdata data = persons_of(20'000, depends);
    const std::vector<AttributePartition> groupings = {
        {{{0, 1, 2}, {}}, {{3}, {}}},
        // People match many buckets of these columns.
        {{{0}, {}}, {{1}, {}}, {{2}, {}}, {{3}, {}}},
    };
    for (const AttributePartition& groups : groupings) {
      for (const double k : {1., 8'000.}) {
        const Slicing slicing = sliced(data, groups, {KAnonymity{k}});
        Random random = Random::seeded(5);
        const InferenceReached all = attack_slicing(data, slicing, whole_attack(), {}, random, {});
        const QuickAttack quick = attacked_quickly(data, slicing);
        SCOPED_TRACE(testing::Message() << groups.size() << " groups, k = " << k);
        EXPECT_EQ(quick.attribute, 3U);
        EXPECT_LE(quick.persons, 5'000U);
        expect_about(quick, share_of(all));
        EXPECT_NEAR(quick.most_frequent, 1. / 6, 0.02);
        if (depends) {
          EXPECT_EQ(quick.telling, 0U);
        } else {
          EXPECT_LE(quick.share(), quick.expected(bounded) + 0.1);
        }
      }
    }
  }
}

TEST(QuickAttackTest, IsNearTheAttackOnAllBuckets) {
  const Microdata data = persons_of(20'000);
  BucketizationOptions options;
  options.l = diversity;
  Random random = Random::seeded(1);
  const Bucketization bucketization = bucketize(data, options, random, {});
  const InferenceReached all = attack_buckets(data, bucketization, whole_attack(), {}, random, {});
  const QuickAttack quick = attacked_quickly(data, bucketization);
  expect_about(quick, share_of(all));
  EXPECT_GT(quick.share(), quick.expected(bounded) + 0.1);
}

// The rows of an equivalence class disclose the same as the rows of a bucket.
TEST(QuickAttackTest, GuessesOfClassesAsOfBuckets) {
  Microdata data = persons_of(20'000);
  data.attributes[2].role = Role::insensitive;
  GeneralizationOptions options;
  options.k = 20;
  options.l = diversity;
  options.recoding = Recoding::mondrian;
  Random random = Random::seeded(1);
  const Generalization generalization = generalize(data, options, random, {});
  Bucketization bucketization;
  bucketization.buckets = generalization.classes;
  bucketization.linking = {generalization.classes.rows};
  const InferenceReached all = attack_buckets(data, bucketization, whole_attack(), {}, random, {});
  expect_about(attacked_quickly(data, generalization), share_of(all));
}

// Returns tuples in classes of ten neighbouring values of the first attribute.
Generalization classes_by_first(const Microdata& data) {
  Generalization generalization;
  TuplePartition& classes = generalization.classes;
  for (Code tens = 0; tens < 6; ++tens) {
    for (Row tuple = 0; tuple < data.rows; ++tuple) {
      if (data.columns[0][tuple] / 10 == tens) classes.rows.push_back(tuple);
    }
    classes.offsets.push_back(static_cast<Row>(classes.rows.size()));
  }
  return generalization;
}

// Each tuple represents all people with its values, also in classes that are sampled.
TEST(QuickAttackTest, OfAHistogramIsThatOfItsTable) {
  for (const Row rows : {9'000U, 200'000U}) {
    Microdata data = test::guessable_persons(rows);
    // Half of the people have one value.
    for (Row row = 0; row < rows; row += 2)
      data.columns[2][row] = 0;
    const Microdata histogram = histogram_of(data, {});
    ASSERT_LT(histogram.rows, rows / 2);
    const QuickAttack of_table = attacked_quickly(data, classes_by_first(data));
    const QuickAttack of_tuples = attacked_quickly(histogram, classes_by_first(histogram));
    EXPECT_EQ(of_tuples.persons, of_table.persons);
    EXPECT_NEAR(of_tuples.share(), of_table.share(), 0.04);
    EXPECT_DOUBLE_EQ(of_tuples.most_frequent, of_table.most_frequent);
    EXPECT_EQ(of_tuples.telling, of_table.telling);
  }
}

// A table described by others is attacked like the corresponding release. The result for several
// tables is that of the table with the highest gain.
TEST(QuickAttackTest, OfTablesIsThatOfTheReleaseWhichTheyAre) {
  const Microdata data = persons_of(20'000);
  BucketizationOptions options;
  options.l = diversity;
  Random random = Random::seeded(1);
  const Bucketization bucketization = bucketize(data, options, random, {});
  const QuickAttack of_buckets = attacked_quickly(data, bucketization);
  TuplePartition one;
  one.rows.resize(data.rows);
  std::iota(one.rows.begin(), one.rows.end(), Row{0});
  one.offsets.push_back(data.rows);
  const std::vector<ShownTable> tables{
      {{{{1, 2}, {}}, {{3}, {}}}, &one, false},
      {{{{0, 1, 2}, {}}, {{3}, {}}}, &bucketization.buckets, false}};
  const auto attacked = [&](std::span<const ShownTable> shown) {
    Random draws = Random::seeded(3);
    return attack_quickly(data, shown, bounded, draws, {});
  };
  const QuickAttack of_one = attacked(std::span(tables).subspan(1));
  EXPECT_EQ(of_one.right, of_buckets.right);
  EXPECT_EQ(of_one.persons, of_buckets.persons);
  const QuickAttack of_both = attacked(tables);
  EXPECT_GT(of_both.share(), attacked(std::span(tables).first(1)).share() + 0.05);
  EXPECT_NEAR(of_both.share(), of_one.share(), 0.1);
}

TEST(QuickAttackTest, CountsNumbersThatComeNear) {
  Microdata data = persons_of(3'000);
  std::iota(data.columns[3].begin(), data.columns[3].end(), Code{0});
  data.attributes[3].distinct = data.rows;
  for (Row row = 0; row < data.rows; ++row) {
    data.columns[0][row] = row / 50;
    data.attributes[3].projection.push_back(row);
  }
  const QuickAttack quick = attacked_quickly(data, sliced(data, {{{0, 1, 2}, {}}, {{3}, {}}}));
  EXPECT_TRUE(quick.near);
  EXPECT_GT(quick.share(), 0.8);
  EXPECT_LT(quick.most_frequent, 0.1);
  EXPECT_EQ(quick.expected(bounded), quick.most_frequent);
}

// A bucket of the whole table gives as many positions as many buckets do.
TEST(QuickAttackTest, LooksAtFewRowsOfALargeBucket) {
  const Microdata data = persons_of(40'000);
  const Slicing slicing = sliced(data, {{{0, 1, 2}, {}}, {{3}, {}}}, {KAnonymity{40'000}});
  ASSERT_EQ(slicing.buckets.buckets(), 1U);
  const QuickAttack quick = attacked_quickly(data, slicing);
  EXPECT_LE(quick.persons, 5'000U);
  EXPECT_NEAR(quick.share(), 1. / 6, 0.05);
}

}  // namespace
}  // namespace microdata
