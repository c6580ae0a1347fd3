#include <gtest/gtest.h>
#include <numeric>

#include "core/gnf/decomposition.hpp"
#include "core/gnf/guardian_normal_form.hpp"
#include "core/gnf/multi_sensitive.hpp"
#include "core/gnf/right_hand_sides.hpp"
#include "core/gnf/rule_expansion.hpp"
#include "core/microdata/attribute_set.hpp"

// Tests of the running example of the GNF paper: Table 1's attributes and the rules of section 1.2.

namespace microdata {
namespace {

constexpr std::size_t hospital = 0;
constexpr std::size_t age = 1;
constexpr std::size_t gender = 2;
constexpr std::size_t zipcode = 3;
constexpr std::size_t race = 4;
constexpr std::size_t icd = 5;

PrivacyRule rule(AttributeSet known, std::size_t sensitive) {
  return {std::move(known), {sensitive}, {}};
}

const PrivacyRule rule_1 = rule({age, icd}, race);
const PrivacyRule rule_2 = rule({gender, icd}, zipcode);
const PrivacyRule rule_3 = rule({hospital, race}, zipcode);
const std::vector<PrivacyRule> rules{rule_1, rule_2, rule_3};

TEST(PrivacyRule, OfNestedLeftSidesTheLargerStays) {
  const std::vector<PrivacyRule> nested{rule({1}, 3), rule({1, 2}, 3)};
  const std::vector<PrivacyRule> kept = irreducible(nested);
  ASSERT_EQ(kept.size(), 1);
  EXPECT_EQ(kept[0].known, (AttributeSet{1, 2}));
}

TEST(PrivacyRule, ACompositeRightSideIsWeaker) {
  const PrivacyRule composite{{1}, {2, 3}, {}};
  EXPECT_TRUE(follows(composite, rule({1}, 3)));
  EXPECT_FALSE(follows(rule({1}, 3), composite));
  EXPECT_EQ(irreducible(std::vector{composite, rule({1}, 3)}).size(), 1);
}

TEST(PrivacyRule, AStricterGuaranteeStays) {
  PrivacyRule strict = rule({1}, 3);
  strict.guarantee = {LDiversity{4}};
  PrivacyRule wide = rule({1, 2}, 3);
  wide.guarantee = {LDiversity{2}};
  EXPECT_EQ(irreducible(std::vector{strict, wide}).size(), 2);
  wide.guarantee = {LDiversity{5}};
  EXPECT_EQ(irreducible(std::vector{strict, wide}).size(), 1);
}

TEST(PrivacyRule, AModelAgainstTheTableDoesNotCarryOverToCombinations) {
  PrivacyRule close = rule({1}, 3);
  close.guarantee = {TCloseness{0.2}};
  PrivacyRule composite{{1}, {2, 3}, {TCloseness{0.2}}};
  EXPECT_FALSE(follows(composite, close));
}

TEST(RuleExpansion, AddsTheDeterminantsOfTheRightSide) {
  // The dependency zipcode -> race adds {age, icd} -> zipcode to rule 1.
  const std::vector<FunctionalDependency> dependencies{{{zipcode}, race}};
  const RuleExpansion expansion = expand(rules, dependencies, {});
  ASSERT_EQ(expansion.rules.size(), 4);
  EXPECT_EQ(expansion.rules[3].known, (AttributeSet{age, icd}));
  EXPECT_EQ(expansion.rules[3].sensitive, AttributeSet{zipcode});
  EXPECT_TRUE(expansion.unprotectable.empty());
}

TEST(RuleExpansion, ReportsARuleThatIsADependency) {
  const std::vector<FunctionalDependency> dependencies{{{age}, hospital}, {{hospital, icd}, race}};
  const RuleExpansion expansion = expand(rules, dependencies, {});
  EXPECT_EQ(expansion.unprotectable, std::vector<std::size_t>{0});
}

TEST(GuardianNormalForm, Table3IsInIt) {
  const std::vector<Part> parts{{{hospital, age, gender, icd}, {}},
                                {{zipcode, race}, rule({race}, zipcode)}};
  const std::vector<RuleFinding> findings = check(parts, rules);
  EXPECT_TRUE(findings[0].satisfied);
  EXPECT_FALSE(findings[0].guardian);
  EXPECT_TRUE(findings[1].satisfied);
  EXPECT_FALSE(findings[1].guardian);
  EXPECT_TRUE(findings[2].satisfied);
  EXPECT_EQ(findings[2].guardian, 1);
  EXPECT_TRUE(is_guardian_normal_form(parts, rules));
}

TEST(GuardianNormalForm, Table4SatisfiesOnlyRule1) {
  const std::vector<Part> parts{
      {{hospital, gender, icd}, rule({gender, icd}, hospital)},
      {{hospital, age, zipcode}, rule({hospital}, zipcode)},
      {{hospital, age, gender, race}, rule({hospital, age, gender}, race)},
      {{age, zipcode}, {}}};
  const std::vector<RuleFinding> findings = check(parts, rules);
  EXPECT_TRUE(findings[0].satisfied);
  EXPECT_EQ(findings[0].guardian, 2);
  EXPECT_FALSE(findings[1].satisfied);
  ASSERT_EQ(findings[1].failures.size(), 2);
  // The part with age leaves zipcode unprotected against age, or zipcode can be reached through the
  // other part.
  EXPECT_EQ(findings[1].failures[0].part, 1);
  EXPECT_EQ(findings[1].failures[0].failed, GuardianCondition::satisfies);
  EXPECT_EQ(findings[1].failures[0].against, (AttributeSet{hospital, age}));
  EXPECT_EQ(findings[1].failures[1].part, 3);
  const RuleFinding bucketized = check(parts, rules, Protection::bucketized)[1];
  EXPECT_FALSE(bucketized.satisfied);
  EXPECT_EQ(bucketized.failures[0].failed, GuardianCondition::separates);
  EXPECT_EQ(bucketized.failures[0].path.attributes.back(), zipcode);
  EXPECT_EQ(bucketized.failures[0].path.parts.back(), 3);
}

TEST(GuardianNormalForm, Table2IsNotInIt) {
  const std::vector<Part> parts{{{age, race, icd}, rule_1},
                                {{gender, zipcode, icd}, rule_2},
                                {{hospital, zipcode, race}, rule_3}};
  for (const RuleFinding& finding : check(parts, rules))
    EXPECT_FALSE(finding.satisfied);
}

const AttributeSet all{hospital, age, gender, zipcode, race, icd};

TEST(Decomposition, UtilityAwareOfTheRunningExample) {
  // A triangle of race, zipcode and ICD takes three colours; the largest is hospital, gender, race.
  const std::vector<Part> parts = utility_aware_decomposition(all, rules);
  ASSERT_EQ(parts.size(), 2);
  EXPECT_EQ(parts[0].attributes, (AttributeSet{hospital, gender, zipcode, race}));
  ASSERT_TRUE(parts[0].enforced);
  EXPECT_EQ(parts[0].enforced->known, (AttributeSet{hospital, gender, race}));
  EXPECT_EQ(parts[0].enforced->sensitive, AttributeSet{zipcode});
  EXPECT_EQ(parts[1].attributes, (AttributeSet{age, icd}));
  EXPECT_FALSE(parts[1].enforced);
  EXPECT_TRUE(is_guardian_normal_form(parts, rules));
}

TEST(Decomposition, GuardianOfTheRunningExample) {
  const std::vector<Part> parts = guardian_decomposition(all, rules, {});
  ASSERT_EQ(parts.size(), 2);
  EXPECT_EQ(parts[0].attributes, (AttributeSet{hospital, age, gender, race, icd}));
  EXPECT_EQ(parts[0].enforced->sensitive, AttributeSet{race});
  EXPECT_EQ(parts[1].attributes, (AttributeSet{gender, zipcode, icd}));
  EXPECT_EQ(parts[1].enforced->sensitive, AttributeSet{zipcode});
  EXPECT_TRUE(is_guardian_normal_form(parts, rules));
}

TEST(Decomposition, RulesInBothDirectionsEnd) {
  const std::vector<PrivacyRule> both{rule({0}, 1), rule({1}, 0)};
  const std::vector<Part> parts = guardian_decomposition({0, 1, 2}, both, {});
  EXPECT_TRUE(is_guardian_normal_form(parts, both));
}

TEST(Decomposition, APartIsHeldToTheStrictestOfItsRules) {
  std::vector<PrivacyRule> strict{rule({0}, 2), rule({1}, 2)};
  strict[0].guarantee = {LDiversity{2}};
  strict[1].guarantee = {LDiversity{5}};
  for (const auto& parts : {utility_aware_decomposition({0, 1, 2}, strict),
                            guardian_decomposition({0, 1, 2}, strict, {})}) {
    ASSERT_EQ(parts.size(), 1);
    ASSERT_EQ(parts[0].enforced->guarantee.size(), 1);
    EXPECT_EQ(std::get<LDiversity>(parts[0].enforced->guarantee[0]).l, 5);
  }
}

TEST(RightHandSides, EachOnceWithAllThatItIsHeldTo) {
  PrivacyRule two = rule_2;
  two.guarantee = {LDiversity{2}};
  PrivacyRule three = rule_3;
  three.guarantee = {LDiversity{3}, KAnonymity{4}};
  const PrivacyRule composite{{hospital}, {zipcode, race}, {TCloseness{0.3}}};
  const std::vector<RightHandSide> sides =
      right_hand_sides(std::vector<PrivacyRule>{two, composite, three});
  ASSERT_EQ(sides.size(), 2);
  EXPECT_EQ(sides[0].attributes, AttributeSet{zipcode});
  EXPECT_EQ(sides[0].l(), 3);
  EXPECT_EQ(sides[0].models().size(), 1);
  EXPECT_EQ(sides[1].attributes, (AttributeSet{zipcode, race}));
  EXPECT_EQ(sides[1].l(), 1);
}

TEST(RightHandSides, SeveralAttributesAreOne) {
  Microdata data;
  data.rows = 4;
  data.attributes.resize(2);
  data.attributes[0].distinct = 2;
  data.attributes[1].distinct = 3;
  data.columns = {{0, 1, 0, 0}, {2, 0, 2, 1}};
  const std::vector<RightHandSide> sides{{{0, 1}, {}}, {{1}, {}}};
  const Microdata table = table_of(sides, data, {});
  ASSERT_EQ(table.columns.size(), 2);
  EXPECT_EQ(table.attributes[0].distinct, 3);
  EXPECT_EQ(table.columns[0], (std::vector<Code>{1, 2, 1, 0}));
  EXPECT_EQ(table.columns[1], data.columns[1]);
  EXPECT_EQ(table.attributes[0].role, Role::sensitive);
}

TEST(MultiSensitive, ProtectsWhatIsOnTheRight) {
  EXPECT_EQ(sensitive_attributes(rules), (AttributeSet{zipcode, race}));
}

// Two attributes with all pairs of values have groups of at least four tuples for l = 2.
TEST(MultiSensitive, MakesTheSmallestGroups) {
  Microdata data;
  data.rows = 40;
  data.attributes.resize(2);
  data.columns.resize(2);
  for (Row row = 0; row < data.rows; ++row) {
    data.columns[0].push_back(row % 2);
    data.columns[1].push_back(row / 2 % 2);
  }
  data.attributes[0].distinct = 2;
  data.attributes[1].distinct = 2;
  std::vector<Row> rows(data.rows);
  std::iota(rows.begin(), rows.end(), Row{0});
  const MultiSensitiveGroups found =
      multi_sensitive_groups(data, {0, 1}, std::vector<double>{2, 2}, rows, {});
  EXPECT_EQ(found.groups.buckets(), 10);
  EXPECT_EQ(found.smallest_possible, 4);
  EXPECT_TRUE(found.suppressed.empty());
}

}  // namespace
}  // namespace microdata
