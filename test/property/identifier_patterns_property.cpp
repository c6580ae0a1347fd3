#include <cstddef>
#include <ctime>
#include <gtest/gtest.h>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "core/classification/full_names.hpp"
#include "core/classification/identifier_patterns.hpp"
#include "core/classification/identifier_rules.hpp"
#include "property/random_table.hpp"

// Tests of identifiers in random texts, of texts that resemble them, and of texts that could take
// long.

namespace microdata {
namespace {

std::string digits(test::Choices& choices, int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += static_cast<char>('0' + choices.between(0, 9));
  return text;
}

// Returns words without digits, signs and capitals.
std::string prose(test::Choices& choices, int words) {
  std::string text;
  for (int i = 0; i < words; ++i) {
    for (int length = choices.between(1, 9); length > 0; --length)
      text += static_cast<char>('a' + choices.between(0, 25));
    text += ' ';
  }
  return text;
}

// Returns random pieces of the alphabet that patterns consist of, including invalid bytes.
std::string noise(test::Choices& choices, int length) {
  static const std::vector<std::string> pieces = {"0",
                                                  "1",
                                                  "4",
                                                  "9",
                                                  "a",
                                                  "F",
                                                  "Z",
                                                  ".",
                                                  "-",
                                                  ":",
                                                  "@",
                                                  "+",
                                                  "(",
                                                  ")",
                                                  "/",
                                                  " ",
                                                  "\xC3",
                                                  "\xFF",
                                                  "DE",
                                                  "www.",
                                                  "http://",
                                                  "::",
                                                  std::string(1, '\0')};
  std::string text;
  for (int i = 0; i < length; ++i)
    text += choices.of(pieces);
  return text;
}

// Returns the remainder of a long number, digit by digit, by the definition; the matchers use
// another method.
int remainder_by_97(const std::string& number) {
  int remainder = 0;
  for (const char digit : number)
    remainder = (remainder * 10 + (digit - '0')) % 97;
  return remainder;
}

// Returns a German IBAN, whose account number consists of digits; D and E count as 13 and 14.
std::string german_iban(test::Choices& choices, int check_error) {
  const std::string account = digits(choices, 18);
  const int check = 98 - remainder_by_97(account + "131400");
  const int given = (check - 2 + check_error + 97) % 97 + 2;
  return "DE" + std::string(given < 10 ? "0" : "") + std::to_string(given) + account;
}

std::string in_groups(const std::string& text, std::size_t size) {
  std::string grouped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i > 0 && i % size == 0) grouped += ' ';
    grouped += text[i];
  }
  return grouped;
}

// Returns the sum that Luhn's formula makes zero, computed from the left.
int luhn_sum(const std::string& number) {
  static constexpr int doubled[] = {0, 2, 4, 6, 8, 1, 3, 5, 7, 9};
  int sum = 0;
  bool twice = number.size() % 2 == 0;
  for (const char digit : number) {
    sum += twice ? doubled[digit - '0'] : digit - '0';
    twice = !twice;
  }
  return sum % 10;
}

std::string card(test::Choices& choices, int check_error) {
  std::string number = "4" + digits(choices, 14) + "0";
  number.back() = static_cast<char>('0' + (10 - luhn_sum(number) + check_error) % 10);
  return number;
}

std::string planted(test::Choices& choices, const std::string& secret) {
  return prose(choices, choices.between(0, 5)) + secret +
         choices.of(std::vector<std::string>{"", ".", ", ", " ", ")", "\n"}) + " " +
         prose(choices, choices.between(0, 5));
}

TEST(IdentifierPatternsProperty, WhatIsPlantedIsFound) {
  test::for_cases(3000, [](test::Choices& choices, std::uint64_t) {
    const std::string iban = german_iban(choices, 0);
    EXPECT_TRUE(contains_iban(planted(choices, iban))) << iban;
    EXPECT_TRUE(contains_iban(planted(choices, in_groups(iban, 4)))) << iban;
    const std::string number = card(choices, 0);
    EXPECT_TRUE(contains_card_number(planted(choices, number))) << number;
    EXPECT_TRUE(contains_grouped_card_number(planted(choices, in_groups(number, 4)))) << number;
    const std::string phone = "+" + std::to_string(choices.between(1, 999)) + " " +
                              digits(choices, 3) + " " + digits(choices, choices.between(4, 8));
    EXPECT_TRUE(contains_phone_number(planted(choices, phone))) << phone;
    const std::string ip = std::to_string(choices.between(1, 255)) + "." +
                           std::to_string(choices.between(0, 255)) + "." +
                           std::to_string(choices.between(0, 255)) + "." +
                           std::to_string(choices.between(0, 255));
    EXPECT_TRUE(contains_ip_address(planted(choices, ip))) << ip;
    EXPECT_TRUE(contains_email_address(planted(choices, "x" + digits(choices, 3) + "@mail.org")));
    const std::string identifier = digits(choices, 6);
    EXPECT_TRUE(contains_word(planted(choices, identifier), identifier));
  });
}

TEST(IdentifierPatternsProperty, WrongCheckDigitsAreNotFound) {
  test::for_cases(3000, [](test::Choices& choices, std::uint64_t) {
    const std::string iban = german_iban(choices, choices.between(1, 96));
    EXPECT_FALSE(contains_iban(planted(choices, iban))) << iban;
    const std::string number = card(choices, choices.between(1, 9));
    EXPECT_FALSE(contains_card_number(planted(choices, number))) << number;
    EXPECT_FALSE(contains_grouped_card_number(planted(choices, in_groups(number, 4)))) << number;
  });
}

TEST(IdentifierPatternsProperty, ProseAndCommonValuesShowNothing) {
  constexpr int cases = 3000;
  int names_by_chance = 0;
  test::for_cases(cases, [&](test::Choices& choices, std::uint64_t) {
    const std::vector<std::string> values = {
        prose(choices, choices.between(1, 7)),
        digits(choices, choices.between(1, 12)),
        digits(choices, 5) + "-" + digits(choices, 4),
        "20" + digits(choices, 2) + "-0" + digits(choices, 1) + "-1" + digits(choices, 1) +
            " 10:00:00+02",
        "0" + digits(choices, 4) + "-" + digits(choices, 4),
        "-" + digits(choices, 3) + "." + digits(choices, 2),
        digits(choices, 1) + "." + digits(choices, 2) + "." + digits(choices, 1),
        "1" + digits(choices, 1) + ":3" + digits(choices, 1) + ":1" + digits(choices, 1),
        "I" + digits(choices, 2) + "." + digits(choices, 1),
        ">=" + digits(choices, 2) + "<X<" + digits(choices, 4),
    };
    for (const std::string& value : values) {
      for (const IdentifierRule& rule : identifier_rules()) {
        // Rules with check digits, which random values can satisfy, require nearly all values.
        // Given names, which random letters form often, are counted separately.
        if (rule.contains == nullptr || rule.share >= 0.8) continue;
        if (rule.contains == is_full_name_in_small_letters) {
          names_by_chance += is_full_name_in_small_letters(value) ? 1 : 0;
        } else {
          EXPECT_FALSE(rule.contains(value)) << rule.what << ": " << value;
        }
      }
    }
  });
  EXPECT_LT(names_by_chance, cases / 50);
}

// Few random numbers of 16 digits are valid card numbers, which keeps them below the rule's share.
TEST(IdentifierPatternsProperty, RandomDigitsAreRarelyCardNumbers) {
  test::Choices choices(test::first_seed());
  int found = 0;
  for (int i = 0; i < 10000; ++i)
    found += contains_card_number(digits(choices, 16)) ? 1 : 0;
  EXPECT_LT(found, 500);
}

TEST(IdentifierPatternsProperty, SocialSecurityNumbersAreThoseOfTheExpression) {
  static const std::regex expression(
      R"((^|[^-0-9A-Za-z\x80-\xFF])(?!000|666|9\d\d)\d{3}-(?!00)\d\d-(?!0000)\d{4}(?![-0-9A-Za-z\x80-\xFF]))");
  test::for_cases(5000, [](test::Choices& choices, std::uint64_t) {
    static const std::vector<std::string> pieces = {"123", "12", "1234", "000", "00", "0000",
                                                    "666", "9",  "-",    "-",   "-",  " ",
                                                    "a",   "(",  "45",   "6789"};
    std::string text;
    for (int i = choices.between(1, 9); i > 0; --i)
      text += choices.of(pieces);
    EXPECT_EQ(contains_social_security_number(text), std::regex_search(text, expression)) << text;
  });
}

TEST(IdentifierPatternsProperty, AnyBytesAreRead) {
  test::for_cases(20000, [](test::Choices& choices, std::uint64_t) {
    const std::string text = noise(choices, choices.between(0, 60));
    // The copy has the exact length, so that the sanitizer detects reading beyond its end.
    const std::vector<char> exact(text.begin(), text.end());
    for (const IdentifierRule& rule : identifier_rules()) {
      if (rule.contains != nullptr) (void)rule.contains({exact.data(), exact.size()});
    }
    EXPECT_EQ(contains_word({exact.data(), exact.size()}, text),
              !text.empty() && contains_word(text, text));
  });
}

TEST(IdentifierPatternsProperty, HostileTextsTakeTimeInProportion) {
  const auto size = static_cast<std::size_t>(test::tried(1000000));
  for (const std::string_view piece :
       {"@",    "a",       "a@",      "a.",         "a@a.", "1",  "1 ",    "1-",
        "+1",   "+1 ",     "(2",      "1.",         "::",   "a:", "DE89 ", "DE893704004405",
        "www.", "http://", "999-99-", "4111 1111 ", "\xFF"}) {
    std::string text;
    while (text.size() < size)
      text += piece;
    for (const IdentifierRule& rule : identifier_rules()) {
      if (rule.contains == nullptr) continue;
      const std::clock_t begin = std::clock();
      (void)rule.contains(text);
      EXPECT_LT(std::clock() - begin, 5 * CLOCKS_PER_SEC) << rule.what << " in " << piece;
    }
  }
}

}  // namespace
}  // namespace microdata
