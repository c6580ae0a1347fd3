#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <limits>

#include "core/generalization/generalization.hpp"
#include "core/partition/class_penalty.hpp"
#include "core/utility/certainty_penalty.hpp"
#include "property/random_table.hpp"
#include "unit/table_1.hpp"

namespace microdata {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

Attribute numbers(std::vector<double> projection, bool nullable = false) {
  Attribute attribute;
  attribute.distinct = static_cast<Code>(projection.size());
  attribute.projection = std::move(projection);
  attribute.nullable = nullable;
  return attribute;
}

Attribute category(Code distinct) {
  Attribute attribute;
  attribute.distinct = distinct;
  return attribute;
}

// Returns a hierarchy in which 0 and 1 share a label, 2 and 3 share a label, and 4 has its own.
Attribute tree() {
  Attribute attribute = category(5);
  attribute.hierarchy = {{{0, 1, 2, 3, 4}, {0, 0, 1, 1, 2}, {0, 0, 0, 0, 0}}, {5, 3, 1}};
  return attribute;
}

double penalty_of(const Attribute& attribute, std::vector<Code> codes) {
  return CertaintyPenalty(attribute).of(codes);
}

TEST(CertaintyPenalty, OfNumbersIsTheirWidth) {
  const Attribute ages = numbers({22, 33, 52, 54, 60, 64});
  EXPECT_DOUBLE_EQ(penalty_of(ages, {0, 1, 2}), 30.0 / 42);
  EXPECT_DOUBLE_EQ(penalty_of(ages, {0, 2}), 30.0 / 42);
  EXPECT_DOUBLE_EQ(penalty_of(ages, {0, 5}), 1);
  EXPECT_DOUBLE_EQ(penalty_of(ages, {3}), 0);
}

TEST(CertaintyPenalty, WhatIsNotFiniteLosesEverything) {
  const Attribute a = numbers({-infinity, 1, 2, 5, infinity, not_a_number, not_a_number}, true);
  EXPECT_DOUBLE_EQ(penalty_of(a, {1, 2}), 0.25);
  for (const Code code : {0U, 4U, 5U, 6U}) {
    EXPECT_DOUBLE_EQ(penalty_of(a, {code}), 0);
    EXPECT_DOUBLE_EQ(penalty_of(a, {std::min(code, 1U), std::max(code, 1U)}), 1);
  }
  EXPECT_DOUBLE_EQ(penalty_of(numbers({not_a_number}, true), {0}), 0);
  EXPECT_DOUBLE_EQ(penalty_of(numbers({7, infinity}), {0, 1}), 1);
}

TEST(CertaintyPenalty, HugeNumbersDoNotOverflow) {
  constexpr double huge = std::numeric_limits<double>::max();
  EXPECT_DOUBLE_EQ(penalty_of(numbers({-huge, 0, huge}), {0, 1}), 0.5);
  // The values differ, but not as numbers.
  EXPECT_DOUBLE_EQ(penalty_of(numbers({9e15, 9e15}), {0, 1}), 0);
}

TEST(CertaintyPenalty, OfOthersIsTheirNumber) {
  EXPECT_DOUBLE_EQ(penalty_of(category(4), {0, 3}), 0.5);
  EXPECT_DOUBLE_EQ(penalty_of(category(4), {0, 1, 2, 3}), 1);
  EXPECT_DOUBLE_EQ(penalty_of(category(4), {2}), 0);
}

TEST(CommonLevel, IsTheLowest) {
  const Hierarchy hierarchy = *tree().hierarchy;
  const auto level = [&](std::vector<Code> codes) { return common_level(hierarchy, codes); };
  EXPECT_EQ(level({3}), 0U);
  EXPECT_EQ(level({0, 1}), 1U);
  EXPECT_EQ(level({2, 3}), 1U);
  EXPECT_EQ(level({1, 2}), 2U);
  EXPECT_EQ(level({0, 1, 4}), 2U);
}

TEST(AttributePenalty, OfALabelIsThatOfWhatItCovers) {
  const Attribute attribute = tree();
  const AttributePenalty penalty(attribute);
  const auto of = [&](std::vector<Code> codes) { return penalty.of(codes); };
  EXPECT_DOUBLE_EQ(of({0, 1}), 0.4);
  EXPECT_DOUBLE_EQ(of({0, 2}), 1);
  EXPECT_DOUBLE_EQ(of({4}), 0);
  // A label of one value has no loss; a label of numbers loses their width.
  EXPECT_DOUBLE_EQ(penalty.of_label(1, 4), 0);
  Attribute years = numbers({0, 1, 4, 5, 10});
  years.hierarchy = attribute.hierarchy;
  EXPECT_DOUBLE_EQ(AttributePenalty(years).of(std::vector<Code>{2, 3}), 0.1);
}

// The penalty of a class is that of its values, in whatever order the tuples join it.
TEST(GrowingClass, PenaltyIsThatOfTheValues) {
  test::Choices choices(1);
  std::vector<Attribute> attributes{numbers({22, 33, 52, 54, 64}), category(5), tree(),
                                    numbers({-1, 0, infinity, not_a_number, not_a_number}, true)};
  attributes.push_back(attributes.front());
  attributes.back().hierarchy = tree().hierarchy;
  std::vector<AttributePenalty> penalties;
  for (const Attribute& attribute : attributes)
    penalties.emplace_back(attribute);
  GrowingClass growing(penalties);
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::uint32_t> looked_at;
    for (std::uint32_t a = 0; a < attributes.size(); ++a) {
      if (choices.one_in(2)) looked_at.push_back(a);
    }
    growing.begin(looked_at);
    if (choices.one_in(2)) {
      const std::vector<Code> forgotten(looked_at.size(), 4);
      growing.add(forgotten.data());
      growing.clear();
    }
    std::vector<std::vector<Code>> seen(looked_at.size());
    for (int tuples = choices.between(1, 6); tuples > 0; --tuples) {
      std::vector<Code> codes;
      for (std::vector<Code>& of_attribute : seen) {
        codes.push_back(static_cast<Code>(choices.between(0, 4)));
        of_attribute.insert(
            std::lower_bound(of_attribute.begin(), of_attribute.end(), codes.back()), codes.back());
        of_attribute.erase(std::unique(of_attribute.begin(), of_attribute.end()),
                           of_attribute.end());
      }
      growing.add(codes.data());
      double sum = 0;
      for (std::size_t i = 0; i < looked_at.size(); ++i) {
        const double expected = penalties[looked_at[i]].of(seen[i]);
        ASSERT_NEAR(growing.penalty(i), expected, 1e-12) << looked_at[i];
        sum += expected;
      }
      ASSERT_NEAR(growing.penalty(), sum, 1e-12);
    }
  }
}

// Table 1(b) and (d) of the slicing paper, with k = 4. Ranges of classes are those of the data, or
// wider ones with drawn ends.
TEST(Table1, IsGeneralizedAsInThePaper) {
  const Microdata data = test::table_1();
  GeneralizationOptions options;
  options.k = 4;
  for (const Recoding recoding : {Recoding::mondrian, Recoding::multiset}) {
    options.recoding = recoding;
    Random random = Random::seeded(1);
    const Generalization result = generalize(data, options, random, {});
    ASSERT_EQ(result.classes.buckets(), 2U);
    const auto first = result.classes.bucket(0);
    const std::size_t young = *std::min_element(first.begin(), first.end()) == 0 ? 0 : 1;
    const auto shown = [&](std::size_t attribute, std::size_t c) {
      const GeneralizedAttribute& a = result.attributes[attribute];
      return a.values[a.value_of_class[c]];
    };
    const bool multiset = recoding == Recoding::multiset;
    using Codes = std::vector<Code>;
    using Counts = std::vector<std::uint32_t>;
    if (multiset) {
      EXPECT_EQ(shown(0, young).codes, (Codes{0, 1, 2}));
      EXPECT_EQ(shown(0, 1 - young).codes, (Codes{3, 4, 5}));
    } else {
      EXPECT_EQ(shown(0, young).codes.front(), 0U);
      EXPECT_GE(shown(0, young).codes.back(), 2U);
      EXPECT_LE(shown(0, 1 - young).codes.front(), 3U);
      EXPECT_EQ(shown(0, 1 - young).codes.back(), 5U);
    }
    EXPECT_EQ(shown(0, young).counts, multiset ? (Counts{2, 1, 1}) : Counts{});
    EXPECT_EQ(shown(0, 1 - young).counts, multiset ? (Counts{1, 2, 1}) : Counts{});
    EXPECT_EQ(shown(1, young).codes, (Codes{0, 1}));
    EXPECT_EQ(shown(1, young).counts, multiset ? (Counts{3, 1}) : Counts{});
    EXPECT_EQ(shown(2, young).codes, (Codes{2, 3}));
    EXPECT_EQ(shown(2, 1 - young).codes, (Codes{0, 1}));
    const double of_ages = multiset ? (30.0 / 42 + 10.0 / 42) / 2 : result.loss.of_attribute[0];
    EXPECT_GE(of_ages, (30.0 / 42 + 10.0 / 42) / 2);
    EXPECT_DOUBLE_EQ(result.loss.of_attribute[0], of_ages);
    EXPECT_DOUBLE_EQ(result.loss.of_attribute[1], 1);
    EXPECT_DOUBLE_EQ(result.loss.of_attribute[2], 0.5);
    EXPECT_DOUBLE_EQ(result.loss.mean, (of_ages + 1.5) / 3);
    EXPECT_DOUBLE_EQ(result.loss.discernibility, 32);
    EXPECT_DOUBLE_EQ(result.loss.average_class_size, 4);
  }
}

}  // namespace
}  // namespace microdata
