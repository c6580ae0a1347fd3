#include "core/correlation/correlation.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "core/correlation/contingency.hpp"
#include "core/correlation/discretization.hpp"

namespace microdata {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();
const double nan = std::nan("");

Attribute numbers(std::vector<double> projection) {
  Attribute attribute;
  attribute.distinct = static_cast<Code>(projection.size());
  attribute.projection = std::move(projection);
  return attribute;
}

std::vector<double> sequence(int n) {
  std::vector<double> values;
  for (int i = 0; i < n; ++i)
    values.push_back(i);
  return values;
}

TEST(Discretization, LeavesFewValuesAndTextAlone) {
  const Attribute few = numbers(sequence(20));
  EXPECT_EQ(discretize(few, std::vector<std::uint32_t>(20, 1), {}).distinct, 20U);
  Attribute text;
  text.distinct = 100;
  EXPECT_EQ(discretize(text, std::vector<std::uint32_t>(100, 1), {}).distinct, 100U);
}

TEST(Discretization, CutsIntoEqualWidths) {
  const Attribute many = numbers(sequence(100));
  const Intervals intervals = discretize(many, std::vector<std::uint32_t>(100, 1), {});
  EXPECT_EQ(intervals.distinct, 10U);
  // The width is 9.9: codes 0 .. 9 are below the first cut and 10 is above it.
  EXPECT_EQ(intervals.of_code[9], 0U);
  EXPECT_EQ(intervals.of_code[10], 1U);
  EXPECT_EQ(intervals.of_code[99], 9U);
}

TEST(Discretization, EmptyIntervalsHaveNoNumber) {
  std::vector<double> values = sequence(21);
  values.push_back(1000);
  const Intervals intervals = discretize(numbers(values), std::vector<std::uint32_t>(22, 1), {});
  EXPECT_EQ(intervals.distinct, 2U);
}

TEST(Discretization, WhatIsNotFiniteIsApart) {
  std::vector<double> values = sequence(30);
  values.insert(values.begin(), -unbounded);
  values.push_back(unbounded);
  values.push_back(nan);
  const Intervals intervals = discretize(numbers(values), std::vector<std::uint32_t>(33, 1),
                                         {Discretization::equal_width, 3});
  EXPECT_EQ(intervals.distinct, 6U);
  EXPECT_EQ(intervals.of_code[0], 0U);
  EXPECT_EQ(intervals.of_code[1], 1U);
  EXPECT_EQ(intervals.of_code[31], 4U);
  EXPECT_EQ(intervals.of_code[32], 5U);
}

TEST(Discretization, HugeNumbersDoNotOverflow) {
  std::vector<double> values;
  for (int i = -15; i <= 15; ++i)
    values.push_back(i * 1e307);
  const Intervals intervals = discretize(numbers(values), std::vector<std::uint32_t>(31, 1),
                                         {Discretization::equal_width, 2});
  EXPECT_EQ(intervals.distinct, 2U);
  EXPECT_EQ(intervals.of_code[14], 0U);
  EXPECT_EQ(intervals.of_code[16], 1U);
}

TEST(Discretization, KMeansFindsTheGap) {
  const std::vector<double> values{1, 2, 3, 100, 101, 102};
  const std::vector<std::uint32_t> counts(6, 1);
  EXPECT_EQ(k_means_cut_points(values, counts, 2), std::vector<double>{51.5});
  EXPECT_EQ(k_means_cut_points(std::vector<double>{1, 3}, counts, 5), std::vector<double>{2});
  EXPECT_TRUE(k_means_cut_points(values, counts, 1).empty());
}

TEST(Phi2, ConstantIndependentAndEqual) {
  const std::vector<Code> constant{0, 0, 0, 0};
  const std::vector<Code> halves{0, 0, 1, 1};
  const std::vector<Code> across{0, 1, 0, 1};
  EXPECT_EQ(phi2(contingency_table({constant, 1}, {halves, 2})), 0);
  EXPECT_NEAR(phi2(contingency_table({halves, 2}, {across, 2})), 0, 1e-15);
  EXPECT_NEAR(phi2(contingency_table({halves, 2}, {halves, 2})), 1, 1e-15);
  EXPECT_NEAR(mutual_information(contingency_table({halves, 2}, {halves, 2})), std::log(2), 1e-15);
}

// Two attributes with a million values each take memory for their rows, not for their product.
TEST(Phi2, AMillionValuesTimesAMillion) {
  const Code n = 1'000'000;
  std::vector<Code> up;
  std::vector<Code> down;
  for (Code i = 0; i < n; ++i) {
    up.push_back(i);
    down.push_back(n - 1 - i);
  }
  const ContingencyTable table = contingency_table({up, n}, {down, n});
  EXPECT_EQ(table.sparse.size(), n);
  EXPECT_NEAR(phi2(table), 1, 1e-9);
}

TEST(Pearson, PassesOverWhatIsNotFinite) {
  Microdata data;
  data.rows = 4;
  data.attributes = {numbers({1, 2, 3, unbounded}), numbers({-3, -2, -1, 5})};
  data.columns = {{0, 1, 2, 3}, {2, 1, 0, 3}};
  const Eigen::MatrixXd matrix =
      correlation_matrix(data, {0, 1}, CorrelationMeasure::pearson, {}, 1, {});
  EXPECT_NEAR(matrix(0, 1), -1, 1e-12);
}

}  // namespace
}  // namespace microdata
