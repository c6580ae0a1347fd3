#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "core/utility/value_range.hpp"
#include "property/random_table.hpp"

// Compares the number of values that ranges represent with the definitions, range by range.

namespace microdata {
namespace {

using test::Choices;

struct Problem {
  std::vector<ValueRange> ranges;
  std::vector<std::size_t> rows;
};

Problem random_problem(Choices& choices) {
  Problem problem;
  for (int i = choices.between(0, 12); i > 0; --i) {
    const double low = choices.between(-20, 20) * 0.25;
    const double high = low + (choices.one_in(4) ? 0 : choices.between(0, 20) * 0.25);
    problem.ranges.push_back({low, high});
    problem.rows.push_back(static_cast<std::size_t>(choices.between(1, 9)));
  }
  return problem;
}

// Returns the share of a range that is within another.
double within(const ValueRange& one, const ValueRange& other) {
  if (one.low == one.high) return other.low <= one.low && one.low <= other.high ? 1 : 0;
  const double common = std::min(one.high, other.high) - std::max(one.low, other.low);
  return std::max(0.0, common) / (one.high - one.low);
}

TEST(ValueRangeProperty, StandsForAsManyValuesAsRowsAreExpectedThere) {
  for (std::uint64_t seed = test::first_seed(),
                     end = seed + static_cast<std::uint64_t>(test::tried(2000));
       seed < end; ++seed) {
    Choices choices(seed);
    Problem problem = random_problem(choices);
    complete_ranges(problem.ranges, problem.rows, false, 0);
    for (const ValueRange& range : problem.ranges) {
      double expected = 0;
      for (std::size_t i = 0; i < problem.ranges.size(); ++i)
        expected += static_cast<double>(problem.rows[i]) * within(problem.ranges[i], range);
      if (range.low == range.high) expected = 1;
      EXPECT_NEAR(range.values, std::max(1.0, expected), 1e-9) << "seed " << seed;
    }
  }
}

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Returns true if the value is in the range by PostgreSQL's order, in which NaN is the largest
// number.
bool is_between(double low, double value, double high) {
  const auto at_most = [](double a, double b) { return std::isnan(b) || a <= b; };
  return at_most(low, value) && at_most(value, high);
}

double random_bound(Choices& choices) {
  if (choices.one_in(6)) return choices.of(std::vector<double>{-infinity, infinity, nan});
  return choices.between(-12, 20);
}

// Shares of whole numbers, NULL and numbers that are not finite agree with an enumeration.
TEST(ValueRangeProperty, SharesOfWholeNumbersAreCounts) {
  for (std::uint64_t seed = test::first_seed(),
                     end = seed + static_cast<std::uint64_t>(test::tried(4000));
       seed < end; ++seed) {
    Choices choices(seed);
    const int low = choices.between(-9, 9);
    const int high = low + choices.between(0, 9);
    ValueRange one{static_cast<double>(low), static_cast<double>(high), choices.one_in(3)};
    one.not_finite = {choices.one_in(3), choices.one_in(3), choices.one_in(3)};
    std::vector<ValueRange> ranges{one};
    complete_ranges(ranges, std::vector<std::size_t>{1}, true, 0);
    std::vector<double> values;
    if (one.not_finite.lowest) values.push_back(-infinity);
    for (int value = low; value <= high; ++value)
      values.push_back(value);
    if (one.not_finite.infinity) values.push_back(infinity);
    if (one.not_finite.nan) values.push_back(nan);
    const double all = static_cast<double>(values.size()) + (one.with_null ? 1 : 0);
    const double from = random_bound(choices);
    const double to = random_bound(choices);
    const auto inside = std::count_if(values.begin(), values.end(),
                                      [&](double value) { return is_between(from, value, to); });
    EXPECT_NEAR(share_between(ranges[0], from, to, true), static_cast<double>(inside) / all, 1e-12)
        << "seed " << seed;
    EXPECT_NEAR(share_of_value(ranges[0]), 1 / all, 1e-12) << "seed " << seed;
  }
}

// An unbounded range has one value for each of its rows, because its extent is unknown.
TEST(ValueRangeProperty, OneValueIsNotAllOfARangeOfUnknownReach) {
  std::vector<ValueRange> ranges{{20, infinity}};
  complete_ranges(ranges, std::vector<std::size_t>{50}, true, 0);
  EXPECT_DOUBLE_EQ(share_of_value(ranges[0]), 0.02);
  EXPECT_DOUBLE_EQ(share_between(ranges[0], 30, 30, true), 0.02);
  EXPECT_DOUBLE_EQ(share_between(ranges[0], 30, 34, true), 0.1);
  EXPECT_DOUBLE_EQ(share_between(ranges[0], 30, 3000, true), 1);
  EXPECT_DOUBLE_EQ(share_between(ranges[0], 0, 19, true), 0);
  EXPECT_DOUBLE_EQ(share_between(ranges[0], 30, 30, false), 0.02);
  EXPECT_DOUBLE_EQ(share_between(ranges[0], 30, 31, false), 1);
}

}  // namespace
}  // namespace microdata
