#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "core/utility/value_range.hpp"
#include "property/random_table.hpp"

// How many values ranges stand for, against the definitions, range by range.

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

// The share of a range that lies within another.
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

// Whole numbers: by enumeration. The shares of disjoint intervals that cover a range add up.
TEST(ValueRangeProperty, SharesOfWholeNumbersAreCounts) {
  for (std::uint64_t seed = test::first_seed(),
                     end = seed + static_cast<std::uint64_t>(test::tried(2000));
       seed < end; ++seed) {
    Choices choices(seed);
    const int low = choices.between(-9, 9);
    const int high = low + choices.between(0, 9);
    std::vector<ValueRange> ranges{{static_cast<double>(low), static_cast<double>(high)}};
    ranges[0].with_null = choices.one_in(3);
    complete_ranges(ranges, std::vector<std::size_t>{1}, true, 0);
    const int from = choices.between(-12, 12);
    const int to = choices.between(-12, 20);
    int values = ranges[0].with_null ? 1 : 0;
    int inside = 0;
    for (int value = low; value <= high; ++value) {
      ++values;
      inside += from <= value && value <= to ? 1 : 0;
    }
    EXPECT_NEAR(share_between(ranges[0], from, to, true), static_cast<double>(inside) / values,
                1e-12)
        << "seed " << seed;
    EXPECT_NEAR(share_of_value(ranges[0]), 1.0 / values, 1e-12) << "seed " << seed;
  }
}

}  // namespace
}  // namespace microdata
