#include "core/classification/written_numbers.hpp"

#include <gtest/gtest.h>

namespace microdata {
namespace {

TEST(WrittenNumbers, AmountsAreNumbers) {
  EXPECT_EQ(written_number("52000"), 52000);
  EXPECT_EQ(written_number("-1.5"), -1.5);
  EXPECT_EQ(written_number("$52,000.00"), 52000);
  EXPECT_EQ(written_number("-$1,234,567.5"), -1234567.5);
  EXPECT_EQ(written_number("1.234,50 \u20ac"), 1234.5);
  EXPECT_EQ(written_number("1,5"), 1.5);
  EXPECT_EQ(written_number("12,345"), 12345);
  EXPECT_EQ(written_number("1.234.567"), 1234567);
  EXPECT_EQ(written_number("52'000"), 52000);
  EXPECT_EQ(written_number("5 %"), 5);
  EXPECT_EQ(written_number(".5"), 0.5);
  EXPECT_EQ(written_number("($5.00)"), -5);
}

TEST(WrittenNumbers, RangesAndListsGiveTheirFirst) {
  EXPECT_EQ(written_number("[20000,21000)"), 20000);
  EXPECT_EQ(written_number("{52000.5}"), 52000.5);
  EXPECT_EQ(written_number("(,5)"), std::nullopt);
}

TEST(WrittenNumbers, DatesRangesAndListsAreNoAmounts) {
  for (const char* text : {"52000", "-1.5", "$52,000.00", "1.234,50 \u20ac", "($5.00)", "5 %"})
    EXPECT_EQ(written_amount(text), written_number(text)) << text;
  for (const char* text : {"2024-01-15", "15.01.2024", "2023-12", "[20000,21000)", "{52000.5}",
                           "{5}", "(5,6)", "(,5)", "(5", "20-30", "J10", "", "NaN"})
    EXPECT_EQ(written_amount(text), std::nullopt) << text;
}

TEST(WrittenNumbers, DatesGrow) {
  EXPECT_LT(written_number("2024-01-15"), written_number("2024-02-01"));
  EXPECT_EQ(written_number("2024-01-15"), written_number("15.01.2024"));
  EXPECT_LT(written_number("2023-12"), written_number("2024-01"));
  EXPECT_EQ(written_number("2024.25"), 2024.25);
}

TEST(WrittenNumbers, OtherTextsAreNone) {
  for (const char* text :
       {"", "-", "J10", "E11.9", "12 Main Street", "1e5", "10:30", "a", "+", "."})
    EXPECT_EQ(written_number(text), std::nullopt) << text;
}

}  // namespace
}  // namespace microdata
