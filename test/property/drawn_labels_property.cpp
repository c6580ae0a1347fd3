#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <vector>

#include "core/risk/drawn_labels.hpp"
#include "property/random_table.hpp"

// Tests of labels in place of values and of the dependencies that they show, tuple by tuple.

namespace microdata {
namespace {

using test::Choices;

struct LabelledTuples {
  RegionAttribute attribute;
  std::vector<Code> dependent;
  Code of_dependent = 1;
};

Code any_code(Choices& choices, Code distinct) {
  return static_cast<Code>(choices.between(0, static_cast<int>(distinct) - 1));
}

LabelledTuples random_labelled_tuples(Choices& choices) {
  LabelledTuples random;
  RegionAttribute& attribute = random.attribute;
  attribute.values = static_cast<Code>(choices.between(1, 8));
  attribute.labels = static_cast<Code>(choices.between(1, 6));
  random.of_dependent = static_cast<Code>(choices.between(1, 4));
  const int density = choices.between(2, 5);
  for (Code label = 0; label < attribute.labels; ++label) {
    std::vector<Code> covered;
    for (Code value = 0; value < attribute.values; ++value) {
      if (choices.one_in(density)) covered.push_back(value);
    }
    attribute.covers.push_back(CodeSet::of(covered));
  }
  const int rows = choices.between(0, 60);
  for (int row = 0; row < rows; ++row)
    attribute.published.push_back(any_code(choices, attribute.labels));
  const int tuples = choices.between(0, 80);
  const int noise = choices.between(1, 12);
  for (int tuple = 0; tuple < tuples; ++tuple) {
    attribute.tuples.push_back(any_code(choices, attribute.values));
    random.dependent.push_back(choices.one_in(noise)
                                   ? any_code(choices, random.of_dependent)
                                   : attribute.tuples.back() % random.of_dependent);
  }
  return random;
}

// Returns the number of rows by label, for the labels that cover a value.
std::map<Code, std::uint64_t> rows_by_covering_label(const RegionAttribute& attribute, Code value) {
  std::map<Code, std::uint64_t> rows;
  for (const Code label : attribute.published) {
    if (attribute.covers[label].contains(value)) ++rows[label];
  }
  return rows;
}

TEST(DrawnLabelsProperty, AreAsProbableAsTheyAreMany) {
  test::for_cases(300, [&](Choices& choices, std::uint64_t seed) {
    const LabelledTuples all = random_labelled_tuples(choices);
    Random random = Random::seeded(seed);
    constexpr int draws = 400;
    std::vector<std::map<Code, int>> drawn(all.attribute.tuples.size());
    for (int draw = 0; draw < draws; ++draw) {
      const std::vector<Code> labels = drawn_labels(all.attribute, random);
      ASSERT_EQ(labels.size(), drawn.size());
      for (std::size_t tuple = 0; tuple < labels.size(); ++tuple)
        ++drawn[tuple][labels[tuple]];
    }
    for (std::size_t tuple = 0; tuple < drawn.size(); ++tuple) {
      const auto covering = rows_by_covering_label(all.attribute, all.attribute.tuples[tuple]);
      if (covering.empty()) {
        EXPECT_EQ(drawn[tuple][nowhere], draws);
        continue;
      }
      std::uint64_t rows = 0;
      for (const auto& [label, count] : covering)
        rows += count;
      int expected = 0;
      for (const auto& [label, count] : covering) {
        expected += drawn[tuple][label];
        const double share = static_cast<double>(count) / static_cast<double>(rows);
        // The tolerance is at least seven standard deviations of a share.
        EXPECT_NEAR(drawn[tuple][label] / 400.0, share, 0.175);
      }
      EXPECT_EQ(expected, draws);
    }
  });
}

TEST(DrawnLabelsProperty, WhatLabelsDetermineIsThatOfTheDefinition) {
  int determining = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const LabelledTuples all = random_labelled_tuples(choices);
    const RegionAttribute& attribute = all.attribute;
    const Dependency found = measure_labels(attribute, {all.dependent, all.of_dependent});
    std::map<Code, std::uint64_t> rows_of_label;
    for (const Code label : attribute.published)
      ++rows_of_label[label];
    Dependency expected;
    std::map<Code, std::uint64_t> guessed;
    for (const auto& [label, rows] : rows_of_label) {
      std::vector<std::size_t> covered;
      for (std::size_t tuple = 0; tuple < attribute.tuples.size(); ++tuple) {
        if (attribute.covers[label].contains(attribute.tuples[tuple])) covered.push_back(tuple);
      }
      if (covered.size() < fewest_sharing) continue;
      std::uint64_t right = 0;
      std::map<Code, std::uint64_t> with;
      for (const std::size_t tuple : covered) {
        std::map<Code, int> others;
        for (const std::size_t other : covered)
          others[all.dependent[other]] += other == tuple ? 0 : 1;
        const Code own = all.dependent[tuple];
        const bool commonest = std::all_of(others.begin(), others.end(), [&](const auto& other) {
          return other.first == own || other.second < others[own];
        });
        right += commonest && others[own] > 0 ? 1 : 0;
        ++with[own];
      }
      expected.rows += rows;
      expected.determined += (rows * right + covered.size() - 1) / covered.size();
      for (const auto& [value, count] : with)
        guessed[value] += rows * count / covered.size();
    }
    for (const auto& [value, count] : guessed)
      expected.guessed = std::max(expected.guessed, count);
    EXPECT_EQ(found, expected);
    determining += is_determining(found) ? 1 : 0;
  });
  if (HasFailure()) return;
  EXPECT_GE(determining, test::expected_of(30));
}

}  // namespace
}  // namespace microdata
