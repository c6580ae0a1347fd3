#include "core/classification/column_role.hpp"

#include <gtest/gtest.h>

namespace microdata {
namespace {

ColumnFacts column(const char* name, ValueKind kind, std::uint64_t rows, std::uint64_t distinct,
                   const char* table = "data") {
  ColumnFacts facts;
  facts.named = named_for(name, table);
  facts.kind = kind;
  facts.rows = facts.with_value = rows;
  facts.distinct = distinct;
  return facts;
}

void expect_role(const ColumnFacts& facts, Role role, bool must_be_chosen) {
  const ColumnRole judged = column_role(facts);
  EXPECT_EQ(judged.role, role) << facts.named.words;
  EXPECT_EQ(judged.must_be_chosen, must_be_chosen) << facts.named.words;
}

TEST(ColumnRole, NamesThatRepeatAreNames) {
  expect_role(column("family_name", ValueKind::text, 25000, 8698), Role::identifier, true);
  expect_role(column("family_name", ValueKind::text, 25000, 40), Role::identifier, true);
  expect_role(column("family_name", ValueKind::text, 25000, 2), Role::quasi_identifier, false);
  // Both rows of a table of two rows have a name.
  expect_role(column("family_name", ValueKind::text, 2, 2), Role::identifier, true);
  expect_role(column("name", ValueKind::text, 300, 200), Role::identifier, true);
  expect_role(column("name", ValueKind::text, 300, 10), Role::quasi_identifier, false);
  expect_role(column("name", ValueKind::text, 300, 10, "patients"), Role::identifier, true);
  expect_role(column("name", ValueKind::text, 300, 200, "wards"), Role::quasi_identifier, false);
}

TEST(ColumnRole, PersonsAreNamedInTexts) {
  expect_role(column("student", ValueKind::text, 2000, 240), Role::identifier, true);
  expect_role(column("student", ValueKind::text, 2000, 100), Role::quasi_identifier, false);
  expect_role(column("patient", ValueKind::text, 30, 3), Role::quasi_identifier, false);
  expect_role(column("customer", ValueKind::whole_number, 3000, 800), Role::quasi_identifier,
              false);
}

TEST(ColumnRole, FlagsAndCodesAreNoContacts) {
  expect_role(column("phone", ValueKind::text, 300, 200), Role::identifier, true);
  expect_role(column("phone", ValueKind::whole_number, 300, 200), Role::identifier, true);
  expect_role(column("phone", ValueKind::whole_number, 300, 5), Role::quasi_identifier, false);
  expect_role(column("phone", ValueKind::other, 300, 2), Role::quasi_identifier, false);
  expect_role(column("patient_id", ValueKind::whole_number, 3000, 9), Role::identifier, true);
}

TEST(ColumnRole, FullDatesOfBirthMustBeChosen) {
  ColumnFacts born = column("date_of_birth", ValueKind::day, 300, 250);
  expect_role(born, Role::quasi_identifier, false);
  born.exact_days = true;
  expect_role(born, Role::quasi_identifier, true);
  born.distinct = 5;
  expect_role(born, Role::quasi_identifier, false);
}

TEST(ColumnRole, CodesAreNoIdentifiers) {
  ColumnFacts code = column("diag", ValueKind::text, 25000, 30);
  code.foreign_key = true;
  expect_role(code, Role::identifier, false);
  code.code = true;
  expect_role(code, Role::quasi_identifier, false);
  code.key = true;
  expect_role(code, Role::identifier, false);
}

TEST(ColumnRole, WhatIsMeasuredIsNoNumberOfPersons) {
  ColumnFacts number = column("x", ValueKind::whole_number, 300, 300);
  number.has_distinct_values = true;
  expect_role(number, Role::identifier, false);
  number.named = named_for("salary", "data");
  expect_role(number, Role::quasi_identifier, false);
  ColumnFacts moment = column("x", ValueKind::moment, 300, 300);
  moment.has_distinct_values = true;
  expect_role(moment, Role::quasi_identifier, false);
}

TEST(ColumnRole, ValuesSpeakForThemselves) {
  ColumnFacts facts = column("x", ValueKind::text, 300, 3);
  expect_role(facts, Role::quasi_identifier, false);
  facts.has_pattern = true;
  expect_role(facts, Role::identifier, true);
  facts.has_pattern = false;
  facts.contains_identifier = true;
  expect_role(facts, Role::identifier, true);
  facts.contains_identifier = false;
  facts.follows_identifier = true;
  expect_role(facts, Role::identifier, true);
}

TEST(ColumnRole, PlacesThatHardlyRepeatAreHomes) {
  ColumnFacts facts = column("x", ValueKind::other, 1000, 250);
  facts.place = true;
  expect_role(facts, Role::identifier, true);
  facts.distinct = 249;
  expect_role(facts, Role::quasi_identifier, false);
}

TEST(ColumnRole, FullNamesAreOfPersonsUnlessTheyAreCalledThings) {
  ColumnFacts facts = column("x", ValueKind::text, 2000, 500);
  facts.has_full_names = true;
  expect_role(facts, Role::identifier, true);
  facts.named = named_for("product_name", "data");
  expect_role(facts, Role::quasi_identifier, false);
  EXPECT_TRUE(may_be_of_persons(20, 10));
  EXPECT_FALSE(may_be_of_persons(30, 10));
  EXPECT_TRUE(may_be_of_persons(1000, 100));
  EXPECT_FALSE(may_be_of_persons(1100, 100));
}

TEST(ColumnRole, ConstantsAreInsensitive) {
  expect_role(column("x", ValueKind::text, 300, 1), Role::insensitive, false);
  expect_role(column("x", ValueKind::text, 1, 1), Role::quasi_identifier, false);
  expect_role(column("x", ValueKind::text, 300, 0), Role::insensitive, false);
  ColumnFacts some = column("x", ValueKind::text, 300, 1);
  some.with_value = 200;
  expect_role(some, Role::quasi_identifier, false);
}

TEST(ColumnRole, PersonsHaveAFewRowsEach) {
  EXPECT_TRUE(repeats_like_persons(1000, 250));
  EXPECT_FALSE(repeats_like_persons(250, 250));
  EXPECT_FALSE(repeats_like_persons(1000, 30));
  EXPECT_TRUE(repeats_like_persons(2500, 250));
  EXPECT_FALSE(repeats_like_persons(2501, 250));
  EXPECT_TRUE(is_code(900, 30, false));
  EXPECT_FALSE(is_code(899, 30, false));
  EXPECT_TRUE(is_code(150, 30, true));
  EXPECT_FALSE(is_code(0, 0, true));
}

}  // namespace
}  // namespace microdata
