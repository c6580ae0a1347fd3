#include "core/choice/inference_goal.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

#include "unit/guessable_persons.hpp"

// Tests of bucket sizes that an attack on the release determines.

namespace microdata {
namespace {

SlicingOptions in_two_columns() {
  SlicingOptions options;
  options.l = 2;
  options.groups = {{{0, 1}, {}}, {{2}, {}}};
  return options;
}

InferenceGoal goal_of(double share) {
  InferenceGoal goal;
  goal.share = share;
  goal.attack.iterations = 3;
  return goal;
}

std::size_t smallest_bucket(const Slicing& slicing) {
  std::size_t smallest = slicing.buckets.rows.size();
  for (std::size_t b = 0; b < slicing.buckets.buckets(); ++b)
    smallest = std::min(smallest, slicing.buckets.bucket(b).size());
  return smallest;
}

MadeForGoal<Slicing> sliced_for(const Microdata& data, double share) {
  Random random = Random::seeded(1);
  return slice_for_goal(data, in_two_columns(), goal_of(share), random, {});
}

// Tolerance for the difference of guessed shares between two attacks.
constexpr double draws = 0.03;

double guessed(const InferenceReached& reached) {
  return static_cast<double>(reached.guessed.right) / static_cast<double>(reached.guessed.persons);
}

// No two people have the same number, but numbers correlate with the quasi-identifiers.
TEST(InferenceGoal, CountsWhatComesNear) {
  Microdata data = test::guessable_persons(900);
  std::iota(data.columns[2].begin(), data.columns[2].end(), Code{0});
  data.attributes[2].distinct = data.rows;
  for (Row row = 0; row < data.rows; ++row) {
    data.columns[0][row] = row / 15;
    data.attributes[2].projection.push_back(row);
  }
  Random random = Random::seeded(2);
  const Slicing slicing = slice(data, in_two_columns(), random, {});
  InferenceOptions attack;
  attack.iterations = 3;
  const InferenceReached near = attack_slicing(data, slicing, attack, {}, random, {});
  EXPECT_TRUE(near.near);
  EXPECT_GT(near.interval.low, 0.9);
  data.attributes[2].projection.clear();
  const InferenceReached exact = attack_slicing(data, slicing, attack, {}, random, {});
  EXPECT_FALSE(exact.near);
  EXPECT_LT(exact.interval.high, near.interval.low);
}

TEST(InferenceGoalTest, WhatNobodyCouldMissTakesBucketsAsSmallAsLMakesThem) {
  const auto found = sliced_for(test::guessable_persons(1500), 1);
  EXPECT_TRUE(found.met);
  EXPECT_EQ(found.bucket_size, 1U);
  EXPECT_EQ(found.reached.attribute, 2U);
}

TEST(InferenceGoalTest, LargerBucketsKeepTheAttackBelowTheGoal) {
  const Microdata data = test::guessable_persons(1500);
  const double goal = sliced_for(data, 1).reached.interval.low * 0.9;
  const auto found = sliced_for(data, goal);
  ASSERT_TRUE(found.met);
  EXPECT_GT(found.bucket_size, 2U);
  EXPECT_GE(smallest_bucket(found.release), found.bucket_size);
  EXPECT_LE(found.reached.interval.high, goal);
  // A second attack on the returned release gets the same result except for random draws.
  Random random = Random::seeded(99);
  const InferenceReached again =
      attack_slicing(data, found.release, goal_of(1).attack, {}, random, {});
  EXPECT_NEAR(guessed(again), guessed(found.reached), draws);
  // Much smaller buckets would miss the goal.
  SlicingOptions smaller = in_two_columns();
  smaller.privacy.emplace_back(KAnonymity{static_cast<double>(found.bucket_size) / 2});
  const Slicing loose = slice(data, smaller, random, {});
  EXPECT_GT(attack_slicing(data, loose, goal_of(1).attack, {}, random, {}).interval.high,
            goal - draws);
}

TEST(InferenceGoalTest, ASampleThatIsLookedAtIsNotWhatDecides) {
  const Microdata data = test::guessable_persons(1500);
  InferenceGoal goal = goal_of(0.6);
  goal.search.persons = 50;
  Random random = Random::seeded(3);
  goal.attack.most_learners = 100;
  const auto found = slice_for_goal(data, in_two_columns(), goal, random, {});
  ASSERT_TRUE(found.met);
  EXPECT_EQ(found.reached.guessed.persons, data.rows);
  EXPECT_LE(found.reached.interval.high, goal.share);
}

// Compares repeated attacks on samples of few people with the attack on all people.
TEST(InferenceGoalTest, WhatIsGuessedOfASampleIsWhatIsGuessedOfAll) {
  const Microdata data = test::guessable_persons(1500);
  for (const std::uint32_t size : {1U, 20U}) {
    for (const bool whole : {true, false}) {
      SlicingOptions options = in_two_columns();
      if (!whole) options.groups = {{{0}, {}}, {{1}, {}}, {{2}, {}}};
      if (size > 1) options.privacy.emplace_back(KAnonymity{static_cast<double>(size)});
      Random random = Random::seeded(size);
      const Slicing release = slice(data, options, random, {});
      InferenceOptions attack = goal_of(1).attack;
      attack.most_learners = 1000;
      const double all = guessed(attack_slicing(data, release, attack, {}, random, {}));
      double sum = 0;
      constexpr int times = 12;
      for (int i = 0; i < times; ++i)
        sum += guessed(attack_slicing(data, release, attack, {300}, random, {}));
      EXPECT_NEAR(sum / times, all, 2 * draws) << size << whole;
    }
  }
}

TEST(InferenceGoalTest, NoBucketsHideWhatTheValuesAloneSay) {
  const Microdata data = test::guessable_persons(600);
  const auto nearest = sliced_for(data, 0.1);
  EXPECT_FALSE(nearest.met);
  EXPECT_GT(nearest.reached.interval.high, 0.1);
  EXPECT_EQ(nearest.reached.guessed.persons, data.rows);
  EXPECT_EQ(nearest.release.buckets.rows.size(), data.rows);
}

TEST(InferenceGoalTest, BucketsMeetAGoalAsSlicesDo) {
  const Microdata data = test::guessable_persons(1000);
  for (const auto method : {BucketizationMethod::anatomy, BucketizationMethod::mondrian}) {
    BucketizationOptions options;
    options.l = 2;
    options.method = method;
    Random random = Random::seeded(5);
    const auto found = bucketize_for_goal(data, options, goal_of(0.55), random, {});
    ASSERT_TRUE(found.met);
    EXPECT_GT(found.bucket_size, 1U);
    for (std::size_t b = 0; b < found.release.buckets.buckets(); ++b)
      EXPECT_GE(found.release.buckets.bucket(b).size(), found.bucket_size);
    const InferenceReached again =
        attack_buckets(data, found.release, goal_of(1).attack, {}, random, {});
    EXPECT_NEAR(guessed(again), guessed(found.reached), draws);
  }
}

TEST(InferenceGoalTest, TheSameSeedChoosesTheSame) {
  const Microdata data = test::guessable_persons(600);
  const auto one = sliced_for(data, 0.5);
  const auto other = sliced_for(data, 0.5);
  EXPECT_EQ(one.bucket_size, other.bucket_size);
  EXPECT_EQ(one.release.buckets.rows, other.release.buckets.rows);
}

}  // namespace
}  // namespace microdata
