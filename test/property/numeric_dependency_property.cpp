#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <set>
#include <tuple>
#include <vector>

#include "core/dependency/dependency_search.hpp"
#include "core/dependency/numeric_dependency.hpp"
#include "property/random_table.hpp"

// Tests that the measure of numbers that determine others agrees with the definition, row by row.

namespace microdata {
namespace {

using test::Choices;

struct Numbers {
  Attribute known;
  Attribute told;
  std::vector<Code> of_known;
  std::vector<Code> of_told;
  std::vector<Code> persons;
};

Attribute numbered(Choices& choices, Code distinct) {
  Attribute attribute;
  attribute.distinct = distinct;
  double number = choices.between(-20, 20);
  for (Code code = 0; code < distinct; ++code)
    attribute.projection.push_back(number += choices.between(1, 600000) / 99991.0);
  if (choices.one_in(3)) {
    attribute.nullable = true;
    attribute.projection.back() = std::numeric_limits<double>::quiet_NaN();
  }
  return attribute;
}

Numbers dependent_numbers(Choices& choices) {
  Numbers numbers;
  const int rows = choices.between(2, 80);
  const auto distinct = static_cast<Code>(rows);
  numbers.known = numbered(choices, distinct);
  numbers.told = numbered(choices, distinct);
  const int noise = choices.between(1, 20);
  for (int row = 0; row < rows; ++row) {
    const auto any = [&] { return static_cast<Code>(choices.between(0, int(distinct) - 1)); };
    // The numbers of rows are distinct, so that each row's neighbours are unique.
    numbers.of_known.push_back(static_cast<Code>(row));
    numbers.of_told.push_back(choices.one_in(noise) ? any() : numbers.of_known.back());
    numbers.persons.push_back(static_cast<Code>(choices.between(0, rows)));
  }
  return numbers;
}

using NumericRow = std::tuple<double, double, Code>;

Dependency naive(const Numbers& numbers, bool with_persons) {
  std::set<NumericRow> rows;
  for (std::size_t row = 0; row < numbers.of_known.size(); ++row) {
    const double known = numbers.known.projection[numbers.of_known[row]];
    const double told = numbers.told.projection[numbers.of_told[row]];
    if (std::isnan(known) || std::isnan(told)) continue;
    rows.insert({known, told, with_persons ? numbers.persons[row] : static_cast<Code>(row)});
  }
  std::multiset<double> kept;
  for (const auto& [known, told, person] : rows)
    kept.insert(told);
  const auto ends = static_cast<std::size_t>(std::ceil(static_cast<double>(rows.size()) / 100));
  for (std::size_t i = 0; i < ends && !kept.empty(); ++i) {
    kept.erase(kept.begin());
    if (!kept.empty()) kept.erase(std::prev(kept.end()));
  }
  double sum = 0;
  double squares = 0;
  for (const double told : kept) {
    sum += told;
    squares += told * told;
  }
  const auto count = std::max(1.0, static_cast<double>(kept.size()));
  const double tolerance =
      0.1 * std::sqrt(std::max(0.0, squares / count - sum / count * (sum / count)));
  Dependency dependency;
  dependency.rows = rows.size();
  for (const NumericRow& row : rows) {
    const NumericRow* before = nullptr;
    const NumericRow* after = nullptr;
    std::uint64_t near = 0;
    for (const NumericRow& other : rows) {
      const double above = std::get<1>(other) - std::get<1>(row);
      near += above >= 0 && above <= 2 * tolerance + 1e-9 ? 1 : 0;
      if (std::get<2>(other) == std::get<2>(row)) continue;
      if (other < row) before = &other;
      if (row < other && after == nullptr) after = &other;
    }
    dependency.guessed = std::max(dependency.guessed, near);
    if (before == nullptr && after == nullptr) continue;
    if (before == nullptr) before = after;
    if (after == nullptr) after = before;
    const auto [from, low, first] = *before;
    const auto [to, high, last] = *after;
    const double share = to > from ? (std::get<0>(row) - from) / (to - from) : 0.5;
    const double guess = (1 - share) * low + share * high;
    dependency.determined += std::abs(guess - std::get<1>(row)) <= tolerance + 1e-9 ? 1 : 0;
  }
  return dependency;
}

TEST(NumericDependencyProperty, IsThatOfTheDefinition) {
  int determining = 0;
  test::for_cases(2000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const Numbers numbers = dependent_numbers(choices);
    for (const bool with_persons : {false, true}) {
      CodedColumn persons;
      if (with_persons) persons = {numbers.persons, static_cast<Code>(numbers.of_known.size() + 1)};
      const Dependency found =
          measure_numeric_dependency({numbers.known.projection, numbers.of_known},
                                     {numbers.told.projection, numbers.of_told}, persons);
      const Dependency expected = naive(numbers, with_persons);
      EXPECT_EQ(found.rows, expected.rows);
      EXPECT_EQ(found.determined, expected.determined);
      EXPECT_EQ(found.guessed, expected.guessed);
      determining += is_determining(found) ? 1 : 0;
    }
  });
  if (HasFailure()) return;
  EXPECT_GE(determining, test::expected_of(20));
}

// Independent attributes are never reported, however few values they have.
TEST(NumericDependencyProperty, IndependentNumbersAreNotFound) {
  test::for_cases(300, [&](Choices& choices, std::uint64_t /*seed*/) {
    const int rows = choices.between(30, 400);
    const auto few = static_cast<Code>(choices.between(2, 6));
    const auto many = static_cast<Code>(choices.between(2, rows));
    Attribute known = numbered(choices, few);
    Attribute told = numbered(choices, many);
    std::vector<Code> of_known;
    std::vector<Code> of_told;
    for (int row = 0; row < rows; ++row) {
      of_known.push_back(static_cast<Code>(choices.between(0, static_cast<int>(few) - 1)));
      of_told.push_back(static_cast<Code>(choices.between(0, static_cast<int>(many) - 1)));
    }
    EXPECT_FALSE(is_determining(
        measure_numeric_dependency({known.projection, of_known}, {told.projection, of_told})));
    EXPECT_FALSE(is_determining(
        measure_numeric_dependency({told.projection, of_told}, {known.projection, of_known})));
  });
}

// A computed number that is unique to people is found, a merely correlated one is not.
TEST(NumericDependencyProperty, ComputedNumbersAreFound) {
  test::for_cases(30, [&](Choices& choices, std::uint64_t /*seed*/) {
    Microdata data;
    data.rows = static_cast<Row>(choices.between(200, 1000));
    data.attributes.resize(3);
    data.columns.assign(3, std::vector<Code>(data.rows));
    std::vector<std::vector<double>> numbers(3);
    for (Row row = 0; row < data.rows; ++row) {
      const double salary = choices.between(1000, 100000) + row / 1e4;
      numbers[0].push_back(salary);
      numbers[1].push_back(salary * salary / 1e4);
      numbers[2].push_back(salary + choices.between(-20000, 20000) + row / 1e5);
    }
    for (std::size_t a = 0; a < 3; ++a) {
      std::vector<double>& values = data.attributes[a].projection;
      values = numbers[a];
      std::sort(values.begin(), values.end());
      data.attributes[a].distinct = static_cast<Code>(values.size());
      for (Row row = 0; row < data.rows; ++row) {
        data.columns[a][row] = static_cast<Code>(
            std::lower_bound(values.begin(), values.end(), numbers[a][row]) - values.begin());
      }
    }
    DependencySearch search{.published = {1, 2}, .suspected = {1, 2}, .sensitive = {0}};
    // Numbers in the form of text count as numbers.
    search.spelled_numbers.resize(3);
    for (std::size_t a = 0; a < 3; ++a) {
      if (choices.one_in(2)) std::swap(search.spelled_numbers[a], data.attributes[a].projection);
    }
    const std::vector<FoundDependency> found = find_dependencies(data, search).dependencies;
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().attributes, AttributeSet{1});
    EXPECT_EQ(found.front().determination, Determination::approximates);
  });
}

TEST(NumericDependencyProperty, NumbersFarOutHideNothing) {
  Attribute known;
  Attribute told;
  std::vector<Code> codes;
  for (Code row = 0; row < 3000; ++row) {
    known.projection.push_back(51. * (row / 3));
    told.projection.push_back(30'000 + 17.13 * row + row % 7);
    codes.push_back(row);
  }
  for (const double far_out : {1e13, -1e308, 1e308}) {
    known.projection.push_back(300);
    told.projection.push_back(far_out);
    codes.push_back(static_cast<Code>(codes.size()));
    EXPECT_TRUE(is_determining(
        measure_numeric_dependency({known.projection, codes}, {told.projection, codes})));
  }
}

}  // namespace
}  // namespace microdata