#include "core/choice/inference_goal.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>

// Buckets of a size that an attack on the release itself has decided.

namespace microdata {
namespace {

// Two quasi-identifiers, and a sensitive attribute of six values that is what the two say for three
// persons of four.
Microdata persons_of(Row rows) {
  Random random = Random::seeded(7);
  Microdata data;
  data.rows = rows;
  data.attributes.resize(3);
  data.columns.resize(3);
  data.attributes[0].distinct = 60;
  data.attributes[1].distinct = 10;
  data.attributes[2].distinct = 6;
  data.attributes[2].role = Role::sensitive;
  for (Row row = 0; row < rows; ++row) {
    const Code a = random.below(60);
    const Code b = random.below(10);
    data.columns[0].push_back(a);
    data.columns[1].push_back(b);
    data.columns[2].push_back(random.below(4) > 0 ? (a * 10 + b) * 7 % 600 / 100 : random.below(6));
  }
  return data;
}

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

std::optional<SlicingForGoal> sliced_for(const Microdata& data, double share) {
  Random random = Random::seeded(1);
  return slice_for_goal(data, in_two_columns(), goal_of(share), random, {});
}

TEST(InferenceGoalTest, WhatNobodyCouldMissTakesBucketsAsSmallAsLMakesThem) {
  const auto found = sliced_for(persons_of(1500), 1);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->bucket_size, 1U);
}

TEST(InferenceGoalTest, LargerBucketsKeepTheAttackBelowTheGoal) {
  const Microdata data = persons_of(1500);
  const auto free = sliced_for(data, 1);
  ASSERT_TRUE(free);
  const double goal = free->reached.interval.low * 0.9;
  const auto found = sliced_for(data, goal);
  ASSERT_TRUE(found);
  EXPECT_GT(found->bucket_size, 2U);
  EXPECT_GE(smallest_bucket(found->slicing), found->bucket_size);
  EXPECT_LE(found->reached.interval.high, goal);
  // Whoever attacks what was returned finds the same, but for the order in which they look.
  Random random = Random::seeded(99);
  const InferenceReached again = attack_slicing(data, found->slicing, goal_of(1), random, {});
  EXPECT_NEAR(static_cast<double>(again.guessed.right) / static_cast<double>(again.guessed.persons),
              static_cast<double>(found->reached.guessed.right) /
                  static_cast<double>(found->reached.guessed.persons),
              0.05);
}

TEST(InferenceGoalTest, NoBucketsHideWhatTheValuesAloneSay) {
  EXPECT_FALSE(sliced_for(persons_of(600), 0.1));
}

TEST(InferenceGoalTest, TheSameSeedChoosesTheSame) {
  const Microdata data = persons_of(600);
  const auto one = sliced_for(data, 0.5);
  const auto other = sliced_for(data, 0.5);
  ASSERT_TRUE(one);
  ASSERT_TRUE(other);
  EXPECT_EQ(one->bucket_size, other->bucket_size);
  EXPECT_EQ(one->slicing.buckets.rows, other->slicing.buckets.rows);
}

}  // namespace
}  // namespace microdata
