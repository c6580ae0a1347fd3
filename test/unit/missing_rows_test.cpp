#include "core/utility/missing_rows.hpp"

#include <gtest/gtest.h>

namespace microdata {
namespace {

constexpr MissingRows missing{80, 20, 1};
// 16 of 80 rows, with 40 and 60 as often.
constexpr GroupNumbers of_group{16, 800, 41600, 100, 20, 90};

// 16 published rows are 20 of all; 16 would be if no missing row were of the group, and 36 if all.
TEST(MissingRows, CountsAreScaledAndCoverAllThatCanBe) {
  const Figure exact = count_of_table({16, 0}, missing);
  EXPECT_DOUBLE_EQ(exact.estimate, 20);
  EXPECT_DOUBLE_EQ(exact.standard_error, 16);
  EXPECT_DOUBLE_EQ(count_of_table({16, 3}, missing).standard_error, 19);
  EXPECT_DOUBLE_EQ(count_of_table({0, 0}, missing).standard_error, 20);
  EXPECT_DOUBLE_EQ(count_of_table({80, 0}, missing).standard_error, 20);
  // Not known: at least what sixteen of eighty rows drawn are.
  EXPECT_GE(count_of_table({16, {}}, missing).standard_error, 16 + 3.57);
  const MissingRows of_persons{80, 20, 4};
  EXPECT_GE(count_of_table({16, {}}, of_persons).standard_error, 16 + 2 * 3.57);
}

// The missing rows add up to 0 up to 20 * 90; 200 is estimated.
TEST(MissingRows, SumsAreScaledAndCoverAllThatCanBe) {
  const Figure exact = sum_of_table({800, 0}, of_group, missing);
  EXPECT_DOUBLE_EQ(exact.estimate, 1000);
  EXPECT_DOUBLE_EQ(exact.standard_error, 1600);
  EXPECT_DOUBLE_EQ(sum_of_table({800, 5}, of_group, missing).standard_error, 1605);
}

// Twenty rows with 90 beside sixteen with 50 on the average: 72.2.
TEST(MissingRows, MeansStayAndCoverAllThatCanBe) {
  const Figure exact = mean_of_table({50, 0}, of_group, missing);
  EXPECT_DOUBLE_EQ(exact.estimate, 50);
  EXPECT_GE(exact.standard_error, 20 * 40 / 36.0);
  EXPECT_LT(exact.standard_error, 40);
  const GroupNumbers none{0, 0, 0, 100, 20, 90};
  EXPECT_DOUBLE_EQ(mean_of_table({50, 0}, none, missing).standard_error, 40);
}

}  // namespace
}  // namespace microdata
