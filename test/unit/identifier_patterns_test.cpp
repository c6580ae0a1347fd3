#include "core/classification/identifier_patterns.hpp"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include "core/classification/identifier_rules.hpp"

namespace microdata {
namespace {

using Matcher = bool (*)(std::string_view);

void expect_in(Matcher matcher, std::initializer_list<const char*> texts) {
  for (const char* text : texts)
    EXPECT_TRUE(matcher(text)) << text;
}

void expect_not_in(Matcher matcher, std::initializer_list<const char*> texts) {
  for (const char* text : texts)
    EXPECT_FALSE(matcher(text)) << text;
}

TEST(IdentifierPatterns, EmailAddress) {
  expect_in(contains_email_address,
            {"a@b.de", "Please write to anna.meier+x@mail.example.org.", "<o'neil@x-y.com>",
             "J\xC3\xB6rg@m\xC3\xBCller.de", "a@b a@b.de"});
  expect_not_in(contains_email_address,
                {"", "@", "a@", "@b.de", "a@b", "a@b.d", "a@b..de", "user@host", "3 @ 4.50",
                 "a@.de", "a@-b.de", "a@b.2", "a. @b.de"});
}

TEST(IdentifierPatterns, EmailAddressWithWordsInPlaceOfSigns) {
  expect_in(contains_email_address,
            {"u12[at]web.de", "u12 (at) web.de", "write to u12 {AT} web [dot] de, please",
             "u12<at>web(punkt)de", "anna.meier [ at ] mail.example.org"});
  expect_not_in(contains_email_address,
                {"u12 at web.de", "[at]", "u12[at]", "[at]web.de", "u12[at]web", "f(x) x.de",
                 "look (at) me", "u12 [dot] web.de"});
  expect_in(is_spelled_email_address, {"u12 at web.de", "u12 AT web dot de",
                                       "anna.meier at mail.example.org", " u12  at web punkt de "});
  expect_not_in(is_spelled_email_address,
                {"", "at", "u12 at web", "u12 at", "at web.de", "u12@web.de", "look at web.de now",
                 "u12 at web at de", "u12 dot web at de", "a dot b.de"});
}

TEST(IdentifierPatterns, Url) {
  expect_in(contains_url,
            {"http://x", "see HTTPS://example.org/a", "www.example.org", "(ftp://h)"});
  expect_not_in(contains_url,
                {"", "http", "http://", "xhttp://a", "www.", "www.1", "and/or", "a://b"});
}

TEST(IdentifierPatterns, IpAddress) {
  expect_in(contains_ip_address,
            {"10.0.0.1", "from 192.168.1.255:80", "10.0.0.0/8", "at 10.0.0.1.", "fe80::1",
             "2001:db8::8a2e:370:7334", "2001:0db8:0000:0000:0000:8a2e:0370:7334"});
  expect_not_in(contains_ip_address,
                {"", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.02.03.04", "0.1.2.3", "12:34:56",
                 "::", "std::array", "a::b", "00:1a:2b:3c:4d:5e", "x1.2.3.4", "1.2.3.4x",
                 "2020.01.02.03", "1:2:3:4:5:6:7:8:9", "12345::1"});
}

TEST(IdentifierPatterns, SocialSecurityNumber) {
  expect_in(contains_social_security_number, {"123-45-6789", "SSN 078-05-1120.", "(899-99-9999)"});
  expect_not_in(contains_social_security_number,
                {"", "000-12-3456", "666-12-3456", "900-12-3456", "999-99-9999", "123-00-4567",
                 "123-45-0000", "1123-45-6789", "123-45-67890", "2-123-45-6789", "123-45-6789-1",
                 "123 45 6789", "123456789", "12-345-6789", "123-45-678"});
}

// The examples are from the standards and the issuers.
TEST(IdentifierPatterns, Iban) {
  expect_in(contains_iban, {"DE89370400440532013000", "DE89 3704 0044 0532 0130 00",
                            "pay GB29 NWBK 6016 1331 9268 19 now", "NO9386011117947",
                            "MT84MALT011000012345MTLCAST001S", "de89370400440532013000",
                            "gb29 nwbk 6016 1331 9268 19"});
  expect_not_in(contains_iban,
                {"", "DE88370400440532013000", "DE8937040044053201300", "DE893704004405320130001",
                 "XX89370400440532013000", "De89370400440532013000", "DE89  3704 0044 0532 0130 00",
                 "ADE89370400440532013000", "DE", "DE89 "});
}

TEST(IdentifierPatterns, CardNumber) {
  expect_in(contains_card_number, {"4111111111111111", "card 378282246310005.", "30569309025904",
                                   "6011111111111117", "2223003122003222", "3530111333300000"});
  expect_not_in(contains_card_number,
                {"", "4111111111111112", "1111111111111117", "411111111111111", "0000000000000000",
                 "A4111111111111111", "41111111111111111111", "4111 1111 1111 1111"});
  expect_in(contains_grouped_card_number,
            {"4111 1111 1111 1111", "5500-0055-5555-5559", "3782 822463 10005"});
  expect_not_in(contains_grouped_card_number,
                {"", "4111 1111 1111 1112", "4111111111111111", "DE89 3704 0044 0532 0130 00",
                 "4111  1111 1111 1111", "9 4111 1111 1111 1111"});
}

TEST(IdentifierPatterns, PhoneNumber) {
  expect_in(contains_phone_number,
            {"+49 30 1234567", "call +1 (212) 555-0123!", "+442079460000", "(212) 555-0123",
             "(212)555-0123", "212-555-0123", "212.555.0123", "1-212-555-0123"});
  expect_not_in(contains_phone_number,
                {"", "+", "+49", "2020-01-01 10:00:00+01:00", "+0123456789", "+1234567",
                 "+1234567890123456", "5+12345678", "112-555-0123", "212-155-0123", "212-555-01234",
                 "212-555.0123", "9212-555-0123", "7-212-555-0123", "2020-01-0123",
                 "212-555-0123-4", "1.212.555", "(212) 555"});
  expect_in(is_national_phone_number, {"0049 170 1234567", "0049 (30) 1234567", "030 1234567",
                                       "089/1234567", "0171-1234567", "01 23 45 67 89"});
  expect_in(is_undivided_phone_number,
            {"017612345000", "004930123456", "00493012345678", "07911123456", "0612345678"});
  expect_not_in(is_undivided_phone_number, {"", "0", "0301234567", "036000291452", "00012345678905",
                                            "00614141007349", "0093123456", "017612345x00"});
  expect_not_in(is_national_phone_number,
                {"", "0", "0301234567", "017612345000", "30 1234567", "01.02.2020", "030 1234567x",
                 "02134-0123", "030 123", "0123 4567 8901 2345 6789 0123", "see 030 1234567"});
}

TEST(IdentifierPatterns, Word) {
  EXPECT_TRUE(contains_word("Patient Name 18009 came", "18009"));
  EXPECT_TRUE(contains_word("18009", "18009"));
  EXPECT_TRUE(contains_word("118009, 18009.", "18009"));
  EXPECT_TRUE(contains_word("mrs. ANNA meier", "Anna Meier"));
  EXPECT_FALSE(contains_word("118009", "18009"));
  EXPECT_FALSE(contains_word("18009a", "18009"));
  EXPECT_FALSE(contains_word("Anna\xC3\xA4", "Anna"));
  EXPECT_FALSE(contains_word("", "18009"));
  EXPECT_FALSE(contains_word("18009", ""));
}

TEST(IdentifierRules, AreOfOneEvidenceEach) {
  for (const IdentifierRule& rule : identifier_rules()) {
    const bool pattern = rule.evidence == IdentifierEvidence::pattern ||
                         rule.evidence == IdentifierEvidence::full_names;
    EXPECT_EQ(pattern, rule.contains != nullptr);
    EXPECT_EQ(pattern, rule.what != nullptr);
    EXPECT_GT(rule.fewest, 0U);
  }
}

bool is_distinct(ValueKind kind, std::uint64_t distinct, std::uint64_t with_value,
                 std::uint64_t rows) {
  const bool found = distinctness_rule(kind, distinct, with_value, rows) != nullptr;
  EXPECT_TRUE(!found || may_be_distinct(distinct, with_value));
  return found;
}

TEST(IdentifierRules, OfNumbers) {
  constexpr ValueKind number = ValueKind::whole_number;
  EXPECT_TRUE(is_distinct(number, 950, 1000, 1000));
  EXPECT_FALSE(is_distinct(number, 949, 1000, 1000));
  // These are the amounts of German credit.
  EXPECT_FALSE(is_distinct(number, 921, 1000, 1000));
  // All values must be distinct and not NULL if there are few rows.
  EXPECT_TRUE(is_distinct(number, 10, 10, 10));
  EXPECT_FALSE(is_distinct(number, 9, 9, 9));
  EXPECT_FALSE(is_distinct(number, 49, 50, 50));
  EXPECT_FALSE(is_distinct(number, 48, 48, 50));
  EXPECT_TRUE(is_distinct(number, 100, 100, 200));
  EXPECT_FALSE(is_distinct(ValueKind::decimal, 50, 50, 50));
  EXPECT_FALSE(is_distinct(ValueKind::decimal, 980, 1000, 1000));
  EXPECT_TRUE(is_distinct(ValueKind::decimal, 990, 1000, 1000));
}

TEST(IdentifierRules, OfWhatIsWrittenOrAssigned) {
  for (const ValueKind kind : {ValueKind::text, ValueKind::other, ValueKind::moment}) {
    EXPECT_TRUE(is_distinct(kind, 10, 10, 40));
    EXPECT_TRUE(is_distinct(kind, 95, 100, 100));
    EXPECT_FALSE(is_distinct(kind, 89, 100, 100));
    EXPECT_FALSE(is_distinct(kind, 9, 9, 9));
  }
}

TEST(IdentifierRules, OfDaysAndMeasurementsAreNone) {
  EXPECT_FALSE(is_distinct(ValueKind::measurement, 1000, 1000, 1000));
  EXPECT_FALSE(is_distinct(ValueKind::day, 1000, 1000, 1000));
}

TEST(IdentifierPatterns, DigestsAreUuidsOrManyHexadecimalDigits) {
  for (const char* text :
       {"0b4c1a2e-9f3d-4e5a-8b7c-6d5e4f3a2b1c", "d41d8cd98f00b204e9800998ecf8427e",
        "\\xD41D8CD98F00B204E9800998ECF8427E", "da39a3ee5e6b4b0d3255bfef95601890afd80709"})
    EXPECT_TRUE(is_digest(text)) << text;
  for (const char* text : {"d41d8cd98f00b204", "d41d8cd98f00b204e9800998ecf8427g", "",
                           "d41d8cd9-8f00b204e9800998ecf8427e-aa"})
    EXPECT_FALSE(is_digest(text)) << text;
}

TEST(IdentifierPatterns, KeysOfObjectsHaveValues) {
  using Keys = std::vector<std::string>;
  EXPECT_EQ(written_keys("{\"a\": 1, \"b\" : {\"c d\": \"e: f\"}, \"g\": [\"h\"]}"),
            (Keys{"a", "b", "c d", "g"}));
  EXPECT_EQ(written_keys("{\"a\": null, \"b\": true, \"c\": \"\", \"d\\\"\": 1, \"e"),
            Keys{"d\\\""});
  EXPECT_EQ(written_keys("\"a\"=>\"1\", \"b c\"=>NULL, \"d\"=>\"\", \"e\"=>\"x=>y\""),
            (Keys{"a", "e"}));
  EXPECT_EQ(written_keys("a: 1"), Keys{});
}

TEST(IdentifierPatterns, ElementsOfXmlHaveContent) {
  using Keys = std::vector<std::string>;
  EXPECT_EQ(written_keys("<p id=\"1\" x='' y = \"2\"><f:name>A</f:name><b/><c></c><d>true</d></p>"),
            (Keys{"p", "id", "f:name"}));
  EXPECT_EQ(written_keys("<a>1</a><b u='v'"), (Keys{"a", "u"}));
  EXPECT_EQ(written_keys("<<<"), Keys{});
}

}  // namespace
}  // namespace microdata
