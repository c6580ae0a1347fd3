#include "core/utility/bucket_estimate.hpp"

#include <array>
#include <gtest/gtest.h>
#include <limits>

#include "core/utility/value_range.hpp"

namespace microdata {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

// Table 1(f) of the slicing paper has the columns {age, sex} and {zipcode, disease}, and two
// buckets of four rows. The conditions are "sex = F" on the first column and "disease = flu" on the
// second.
TEST(BucketEstimate, MultipliesTheColumnsOfABucket) {
  const std::vector<Code> bucket_of{0, 0, 0, 0, 1, 1, 1, 1};
  const std::vector<Code> sex{0, 1, 1, 1, 0, 0, 0, 1};
  const std::vector<Code> disease{0, 1, 2, 0, 3, 0, 1, 1};
  const std::vector<double> female{0, 1};
  const std::vector<double> flu{1, 0, 0, 0};
  const std::vector<ColumnShares> columns{{{sex, female}}, {{disease, flu}}};
  EXPECT_DOUBLE_EQ(bucket_estimate(bucket_of, 2, columns, 0, {}), 3 * 2 / 4.0 + 1 * 1 / 4.0);
  EXPECT_EQ(bucket_estimate(bucket_of, 2, std::span(columns).first(1), 0, {}), 4);
  EXPECT_EQ(bucket_estimate(bucket_of, 2, {}, 0, {}), 8);
}

TEST(BucketEstimate, KeepsTheAttributesOfAColumnTogether) {
  const std::vector<Code> bucket_of{0, 0};
  const std::vector<Code> codes{0, 1};
  const std::vector<double> first{1, 0};
  const std::vector<double> second{0, 1};
  const std::vector<ColumnShares> together{{{codes, first}, {codes, second}}};
  EXPECT_EQ(bucket_estimate(bucket_of, 1, together, 0, {}), 0);
  const std::vector<ColumnShares> apart{{{codes, first}}, {{codes, second}}};
  EXPECT_EQ(bucket_estimate(bucket_of, 1, apart, 0, {}), 0.5);
}

TEST(BucketEstimate, IsZeroWithoutRows) {
  const std::vector<ColumnShares> columns{{}};
  EXPECT_EQ(bucket_estimate({}, 0, columns, 0, {}), 0);
}

TEST(ValueRange, OfWholeNumbersCountsThem) {
  std::array ranges{ValueRange{20, 29}};
  complete_ranges(ranges, std::array<std::size_t, 1>{3}, true, 0);
  EXPECT_EQ(ranges[0].values, 10);
  EXPECT_DOUBLE_EQ(share_of_value(ranges[0]), 0.1);
  EXPECT_DOUBLE_EQ(share_between(ranges[0], 25, 40, true), 0.5);
  EXPECT_DOUBLE_EQ(share_between(ranges[0], -unlimited, unlimited, true), 1);
  EXPECT_EQ(share_between(ranges[0], 30, 40, true), 0);
  EXPECT_EQ(share_between(ranges[0], 25, 24, true), 0);
}

TEST(ValueRange, OfOtherNumbersGoesByWidth) {
  std::array ranges{ValueRange{10, 20}, ValueRange{15, 35}, ValueRange{5, 5}};
  const std::array<std::size_t, 3> rows{4, 16, 7};
  complete_ranges(ranges, rows, false, 0);
  EXPECT_DOUBLE_EQ(share_between(ranges[0], 15, 99, false), 0.5);
  // The range has as many values as rows are expected in it: its own four, and a quarter of the
  // sixteen.
  EXPECT_DOUBLE_EQ(ranges[0].values, 8);
  EXPECT_DOUBLE_EQ(ranges[1].values, 18);
  EXPECT_EQ(ranges[2].values, 1);
  // A condition covers at least one value.
  EXPECT_DOUBLE_EQ(share_between(ranges[0], 15, 15, false), 0.125);
  EXPECT_DOUBLE_EQ(share_between(ranges[0], 20, 99, false), 0.125);
  EXPECT_EQ(share_between(ranges[2], 5, 6, false), 1);
  EXPECT_EQ(share_between(ranges[2], 5.1, 6, false), 0);
  // A range has at most as many values as steps.
  complete_ranges(ranges, rows, false, 2);
  EXPECT_EQ(ranges[0].values, 6);
}

TEST(ValueRange, WithNullHasOneValueMore) {
  std::array ranges{ValueRange{20, 28, false}, ValueRange{29, unlimited, true}};
  complete_ranges(ranges, std::array<std::size_t, 2>{1, 1}, true, 0);
  // The unlimited range ends where the widest bounded range would end.
  EXPECT_EQ(ranges[1].high, 37);
  EXPECT_EQ(ranges[1].values, 9);
  EXPECT_DOUBLE_EQ(share_of_value(ranges[1]), 0.1);
  EXPECT_DOUBLE_EQ(share_between(ranges[1], -unlimited, unlimited, true), 0.9);
}

// Five rows can have five distinct values and NULL, and each of the five can be anywhere in the
// range.
TEST(ValueRange, OfUnknownReachMayBeAnythingInIt) {
  std::array ranges{ValueRange{29, unlimited, true}};
  complete_ranges(ranges, std::array<std::size_t, 1>{5}, true, 0);
  EXPECT_DOUBLE_EQ(share_between(ranges[0], 50, 60, true), 5.0 / 6);
  EXPECT_DOUBLE_EQ(share_between(ranges[0], 50, 50, true), 1.0 / 6);
  EXPECT_EQ(share_between(ranges[0], 0, 28, true), 0);
}

}  // namespace
}  // namespace microdata
