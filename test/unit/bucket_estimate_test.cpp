#include "core/utility/bucket_estimate.hpp"

#include <array>
#include <gtest/gtest.h>
#include <limits>

#include "core/utility/value_range.hpp"

namespace microdata {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

// Table 1(f) of the slicing paper: the columns {age, sex} and {zipcode, disease}, two buckets of
// four rows. Of the first, "sex = F"; of the second, "disease = flu".
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
  // As many values as rows are expected there: its own four, and a quarter of the sixteen.
  EXPECT_DOUBLE_EQ(ranges[0].values, 8);
  EXPECT_DOUBLE_EQ(ranges[1].values, 18);
  EXPECT_EQ(ranges[2].values, 1);
  // No less than one value.
  EXPECT_DOUBLE_EQ(share_between(ranges[0], 15, 15, false), 0.125);
  EXPECT_DOUBLE_EQ(share_between(ranges[0], 20, 99, false), 0.125);
  EXPECT_EQ(share_between(ranges[2], 5, 6, false), 1);
  EXPECT_EQ(share_between(ranges[2], 5.1, 6, false), 0);
  // No more than there are steps.
  complete_ranges(ranges, rows, false, 2);
  EXPECT_EQ(ranges[0].values, 6);
}

TEST(ValueRange, WithNullHasOneValueMore) {
  std::array ranges{ValueRange{20, 28, false}, ValueRange{29, unlimited, true}};
  complete_ranges(ranges, std::array<std::size_t, 2>{1, 1}, true, 0);
  // It ends where the widest bounded range would.
  EXPECT_EQ(ranges[1].high, 37);
  EXPECT_EQ(ranges[1].values, 9);
  EXPECT_DOUBLE_EQ(share_of_value(ranges[1]), 0.1);
  EXPECT_DOUBLE_EQ(share_between(ranges[1], -unlimited, unlimited, true), 0.9);
}

// Five rows have five values and NULL, for all that is known, and each of these may be anywhere.
TEST(ValueRange, OfUnknownReachMayBeAnythingInIt) {
  std::array ranges{ValueRange{29, unlimited, true}};
  complete_ranges(ranges, std::array<std::size_t, 1>{5}, true, 0);
  EXPECT_DOUBLE_EQ(share_between(ranges[0], 50, 60, true), 5.0 / 6);
  EXPECT_DOUBLE_EQ(share_between(ranges[0], 50, 50, true), 1.0 / 6);
  EXPECT_EQ(share_between(ranges[0], 0, 28, true), 0);
}

}  // namespace
}  // namespace microdata
