#include "core/classification/national_numbers.hpp"

#include <gtest/gtest.h>
#include <initializer_list>
#include <string>
#include <string_view>

namespace microdata {
namespace {

using Matcher = bool (*)(std::string_view);

void expect_only(Matcher matcher, std::initializer_list<const char*> good,
                 std::initializer_list<const char*> bad) {
  for (const char* text : good)
    EXPECT_TRUE(matcher(text)) << text;
  for (const char* text : bad)
    EXPECT_FALSE(matcher(text)) << text;
}

// Checks that exactly one digit at `place` makes the number valid.
void expect_check_digit(Matcher matcher, const std::string& number, std::size_t place) {
  int right = 0;
  for (char digit = '0'; digit <= '9'; ++digit) {
    std::string changed = number;
    changed[place] = digit;
    right += matcher(changed) ? 1 : 0;
  }
  EXPECT_EQ(right, 1) << number;
}

// The examples are published by the states.
TEST(NationalNumbers, Nhs) {
  expect_only(is_nhs_number, {"9434765919", "943 476 5919", "943-476-5919"},
              {"", "9434765918", "943476591", "94347659190", "0000000000", "943476591X", "a"});
  expect_check_digit(is_nhs_number, "9434765919", 9);
  expect_check_digit(is_nhs_number, "9434765919", 2);
}

TEST(NationalNumbers, Dni) {
  expect_only(is_spanish_dni, {"12345678Z", "12345678-z", "X1234567L", "00000000T"},
              {"", "12345678A", "1234567Z", "123456789", "W1234567L", "12345678ZZ"});
  expect_check_digit(is_spanish_dni, "12345678Z", 7);
}

TEST(NationalNumbers, Nir) {
  expect_only(is_french_nir, {"255081416802538", "2 55 08 14 168 025 38"},
              {"", "255081416802539", "355081416802538", "25508141680253", "2550814168025381"});
}

TEST(NationalNumbers, Pesel) {
  expect_only(is_polish_pesel, {"44051401359", "02070803628"},
              {"", "44051401358", "44131401359", "44053401359", "4405140135"});
  expect_check_digit(is_polish_pesel, "44051401359", 10);
}

TEST(NationalNumbers, Bsn) {
  expect_only(is_dutch_bsn, {"111222333", "123456782", "1234.56.782"},
              {"", "123456789", "000000000", "12345678"});
  expect_check_digit(is_dutch_bsn, "123456782", 8);
}

TEST(NationalNumbers, GermanTaxNumber) {
  expect_only(is_german_tax_number, {"86095742719", "47 036 892 816", "65929970489"},
              {"", "86095742718", "8609574271", "06095742719", "12345678903", "11111111111"});
}

TEST(NationalNumbers, GermanDocument) {
  expect_only(is_german_document_number, {"T220001293", "L01X00T471", "l01x00t471"},
              {"", "T220001292", "A220001293", "T22000129", "T22000129A", "2220001293"});
}

TEST(NationalNumbers, ItalianTaxCode) {
  expect_only(is_italian_tax_code, {"RSSMRA85T10A562S", "rssmra85t10a562s", "MRTMTT25D09F205Z"},
              {"", "RSSMRA85T10A562T", "RSSMRA85T10A562", "1SSMRA85T10A562S", "RSSMRA85T10A5629"});
}

}  // namespace
}  // namespace microdata
