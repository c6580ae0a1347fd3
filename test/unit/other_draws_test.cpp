#include "core/subject/other_draws.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace microdata {
namespace {

TEST(OtherDraws, ANumberThatAllDrawsHaveIsEnough) {
  EXPECT_EQ(beyond_draws(std::vector<Row>{454, 454, 454}), 454U);
  EXPECT_EQ(beyond_draws(std::vector<Row>{0}), 0U);
  EXPECT_DOUBLE_EQ(below_draws(std::vector<double>{2.74, 2.74}), 2.74);
}

TEST(OtherDraws, WhereDrawsDifferTheNextOneMayExceedThem) {
  EXPECT_EQ(beyond_draws(std::vector<Row>{740, 745, 742}), 745U + 82U);
  EXPECT_EQ(beyond_draws(std::vector<Row>(9, 740)), 740U);
  EXPECT_EQ(beyond_draws(std::vector<Row>{740, 740, 740, 740, 740, 740, 740, 745}), 745U + 28U);
  EXPECT_EQ(beyond_draws(std::vector<Row>{10, 100}), 190U);
  EXPECT_DOUBLE_EQ(below_draws(std::vector<double>{3.5, 3.25, 3.75}), 2.75);
}

TEST(OtherDraws, FewOfALargeTable) {
  EXPECT_EQ(number_of_other_draws(0), 48U);
  EXPECT_EQ(number_of_other_draws(900), 48U);
  EXPECT_EQ(number_of_other_draws(100'000), 10U);
  EXPECT_EQ(number_of_other_draws(10'000'000), 1U);
}

}  // namespace
}  // namespace microdata
