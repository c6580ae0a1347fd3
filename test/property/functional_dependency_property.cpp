#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "core/dependency/dependency_search.hpp"
#include "property/random_table.hpp"

// Tests that measures of functional dependencies agree with the definition, row by row.

namespace microdata {
namespace {

using test::Choices;

struct RandomColumns {
  std::vector<Code> a;
  std::vector<Code> s;
  std::vector<Code> person;
  std::vector<std::uint32_t> times;
  Code of_a = 1;
  Code of_s = 1;
  Code persons = 1;
};

RandomColumns random_columns(Choices& choices) {
  RandomColumns columns;
  const int rows = choices.between(1, 60);
  columns.of_a = static_cast<Code>(choices.between(1, 6));
  columns.of_s = static_cast<Code>(choices.between(1, 5));
  columns.persons = static_cast<Code>(choices.between(1, rows));
  const int noise = choices.between(1, 12);
  const auto any = [&](Code distinct) {
    return static_cast<Code>(choices.between(0, static_cast<int>(distinct) - 1));
  };
  for (int row = 0; row < rows; ++row) {
    columns.a.push_back(any(columns.of_a));
    columns.s.push_back(choices.one_in(noise) ? any(columns.of_s)
                                              : columns.a.back() % columns.of_s);
    columns.person.push_back(any(columns.persons));
    columns.times.push_back(static_cast<std::uint32_t>(choices.between(1, 4)));
  }
  return columns;
}

// A row of the definition.
struct NaiveRow {
  Code a;
  Code s;
  Code person;
};

// Returns true if the value of a row is more frequent than any other among the other rows of `all`.
bool is_guessed(std::size_t row, const std::vector<NaiveRow>& all, bool same_a) {
  std::map<Code, int> others;
  for (std::size_t other = 0; other < all.size(); ++other) {
    if (other != row && (!same_a || all[other].a == all[row].a)) ++others[all[other].s];
  }
  const int own = others[all[row].s];
  return std::all_of(others.begin(), others.end(), [&](const auto& value) {
    return value.first == all[row].s || value.second < own;
  });
}

Dependency naive(const std::vector<NaiveRow>& all, std::size_t fewest) {
  std::vector<NaiveRow> telling;
  for (const NaiveRow& row : all) {
    std::set<Code> sharing;
    for (const NaiveRow& other : all) {
      if (other.a == row.a) sharing.insert(other.person);
    }
    if (sharing.size() >= fewest) telling.push_back(row);
  }
  Dependency dependency;
  dependency.rows = telling.size();
  for (std::size_t row = 0; row < telling.size(); ++row) {
    dependency.determined += is_guessed(row, telling, true) ? 1 : 0;
    dependency.guessed += is_guessed(row, telling, false) ? 1 : 0;
  }
  return dependency;
}

TEST(FunctionalDependencyProperty, IsThatOfTheDefinition) {
  int determining = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const RandomColumns columns = random_columns(choices);
    const CodedColumn a{columns.a, columns.of_a};
    const CodedColumn s{columns.s, columns.of_s};
    std::vector<NaiveRow> rows;
    std::vector<NaiveRow> repeated;
    std::set<std::tuple<Code, Code, Code>> once;
    for (std::size_t row = 0; row < columns.a.size(); ++row) {
      const Code place = static_cast<Code>(row);
      rows.push_back({columns.a[row], columns.s[row], place});
      for (std::uint32_t i = 0; i < columns.times[row]; ++i)
        repeated.push_back({columns.a[row], columns.s[row], place * 4 + i});
      once.insert({columns.a[row], columns.s[row], columns.person[row]});
    }
    const Dependency found = measure_dependency(a, s);
    determining += is_determining(found) ? 1 : 0;
    EXPECT_EQ(found, naive(rows, fewest_sharing));
    std::vector<NaiveRow> of_persons;
    for (const auto& [in_a, in_s, person] : once)
      of_persons.push_back({in_a, in_s, person});
    for (const std::uint32_t fewest : {2U, fewest_sharing}) {
      EXPECT_EQ(measure_dependency(a, s, {{}, columns.times, fewest}), naive(repeated, fewest));
      EXPECT_EQ(measure_dependency(a, s, {{columns.person, columns.persons}, {}, fewest}),
                naive(of_persons, fewest));
    }
  });
  if (HasFailure()) return;
  EXPECT_GE(determining, test::expected_of(11));
}

// Independent attributes are never reported, however many are examined, alone and in pairs.
TEST(FunctionalDependencyProperty, IndependentAttributesAreNotFound) {
  test::for_cases(60, [&](Choices& choices, std::uint64_t /*seed*/) {
    Microdata data;
    data.rows = static_cast<Row>(choices.between(30, 600));
    for (std::size_t attribute = 0; attribute < 12; ++attribute) {
      const int most = choices.one_in(3) ? static_cast<int>(data.rows) : 40;
      const int distinct = choices.between(2, most);
      data.attributes.emplace_back();
      data.attributes.back().distinct = static_cast<Code>(distinct);
      data.columns.emplace_back();
      // Some values are far more frequent than others.
      const int skew = choices.between(1, 3);
      for (Row row = 0; row < data.rows; ++row) {
        int code = distinct - 1;
        for (int i = 0; i < skew; ++i)
          code = std::min(code, choices.between(0, distinct - 1));
        data.columns.back().push_back(static_cast<Code>(code));
      }
    }
    DependencySearch search;
    for (std::size_t attribute = 1; attribute < 12; ++attribute)
      search.published.push_back(attribute);
    search.suspected = search.published;
    search.sensitive = {0};
    EXPECT_TRUE(find_dependencies(data, search).dependencies.empty());
  });
}

}  // namespace
}  // namespace microdata
