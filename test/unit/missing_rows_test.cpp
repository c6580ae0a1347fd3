#include "core/utility/missing_rows.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace microdata {
namespace {

constexpr MissingRows missing{80, 20, 1};
// Numbers of 16 of 80 rows, with 40 and 60 equally often.
constexpr GroupNumbers of_group{16, 800, 41600, 100, 20, 90};

// The estimate of 16 published rows is 20 in the table: 16 if no missing row belongs to the group,
// 36 if all do.
TEST(MissingRows, CountsAreScaledAndCoverAllThatCanBe) {
  const Figure exact = count_of_table({16, 0}, missing);
  EXPECT_DOUBLE_EQ(exact.estimate, 20);
  EXPECT_DOUBLE_EQ(exact.standard_error, 16);
  EXPECT_DOUBLE_EQ(count_of_table({16, 3}, missing).standard_error, 19);
  EXPECT_DOUBLE_EQ(count_of_table({0, 0}, missing).standard_error, 20);
  EXPECT_DOUBLE_EQ(count_of_table({80, 0}, missing).standard_error, 20);
  // If the error is unknown, it is at least the standard error of sixteen of eighty drawn rows.
  EXPECT_GE(count_of_table({16, {}}, missing).standard_error, 16 + 3.57);
  const MissingRows of_persons{80, 20, 4};
  EXPECT_GE(count_of_table({16, {}}, of_persons).standard_error, 16 + 2 * 3.57);
}

// 16 of 80 published persons have a row of the group. With half as many rows again, 80 * 0.8^1.5
// would have none, and at most 30 of them have a row that was left out. Twenty more persons are
// missing.
TEST(MissingRows, PersonsAreScaledToTheirRowsAndToAllPersons) {
  const Figure exact = persons_of_table({16, 0}, missing, {});
  EXPECT_DOUBLE_EQ(exact.estimate, 20);
  EXPECT_DOUBLE_EQ(exact.standard_error, 16);
  const Figure more = persons_of_table({16, 0}, missing, {30, 1.5});
  const double published = 80 * (1 - std::pow(0.8, 1.5));
  EXPECT_DOUBLE_EQ(more.estimate, published * 100 / 80);
  EXPECT_DOUBLE_EQ(more.standard_error, 46 - published + 20 - published / 4);
  // Nobody else can get a row.
  EXPECT_DOUBLE_EQ(persons_of_table({80, 0}, {80, 0, 1}, {30, 1.5}).standard_error, 0);
  EXPECT_DOUBLE_EQ(persons_of_table({80, 0}, {80, 0, 1}, {30, 1.5}).estimate, 80);
}

// The missing rows sum to at least 0 and at most 20 * 90; the estimate adds 200.
TEST(MissingRows, SumsAreScaledAndCoverAllThatCanBe) {
  const Figure exact = sum_of_table({800, 0}, of_group, missing);
  EXPECT_DOUBLE_EQ(exact.estimate, 1000);
  EXPECT_DOUBLE_EQ(exact.standard_error, 1600);
  EXPECT_DOUBLE_EQ(sum_of_table({800, 5}, of_group, missing).standard_error, 1605);
}

// The largest possible mean, of twenty rows with 90 and sixteen with a mean of 50, is 72.2.
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
