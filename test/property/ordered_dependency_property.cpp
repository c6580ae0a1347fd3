#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "core/dependency/dependency_search.hpp"
#include "core/dependency/ordered_dependency.hpp"
#include "property/random_table.hpp"

// Tests that the measure of an order that determines values agrees with the definition, row by row.

namespace microdata {
namespace {

using test::Choices;

struct OrderedTable {
  Code values = 2;
  // The places of rows are distinct, so that each row's neighbours are unique.
  std::vector<Code> codes;
  std::vector<double> places;
  std::vector<Code> told;
  std::vector<Code> persons;

  CodedColumn known() const { return {codes, static_cast<Code>(codes.size())}; }
  CodedColumn dependent() const { return {told, values}; }
};

OrderedTable random_ordered(Choices& choices) {
  OrderedTable table;
  const int rows = choices.between(1, 60);
  table.values = static_cast<Code>(choices.between(1, 6));
  const int length = choices.between(1, 12);
  const int noise = choices.between(1, 20);
  std::vector<int> places;
  for (int row = 0; row < rows; ++row) {
    table.codes.push_back(static_cast<Code>(row));
    places.push_back(row);
    table.persons.push_back(static_cast<Code>(choices.between(0, rows)));
  }
  test::shuffle(table.codes, choices);
  test::shuffle(places, choices);
  table.places.assign(places.begin(), places.end());
  for (const Code code : table.codes) {
    const int any = choices.between(0, static_cast<int>(table.values) - 1);
    const int block = places[code] / length % static_cast<int>(table.values);
    table.told.push_back(static_cast<Code>(choices.one_in(noise) ? any : block));
  }
  return table;
}

// Measures by the definition: rows are in the order of their places, and equal rows of one person
// count once.
Dependency by_definition(const OrderedTable& table, bool has_persons) {
  using OrderedRow = std::tuple<double, Code, Code>;
  std::set<OrderedRow> once;
  for (std::size_t row = 0; row < table.codes.size(); ++row) {
    once.emplace(table.places[table.codes[row]], table.told[row],
                 has_persons ? table.persons[row] : static_cast<Code>(row));
  }
  const std::vector<OrderedRow> rows(once.begin(), once.end());
  Dependency dependency;
  dependency.rows = rows.size();
  std::map<Code, std::uint64_t> frequency;
  for (const auto& row : rows)
    dependency.guessed = std::max(dependency.guessed, ++frequency[std::get<1>(row)]);
  for (const std::size_t side : {1, 3}) {
    std::uint64_t right = 0;
    for (const auto& row : rows) {
      std::vector<OrderedRow> before;
      std::vector<OrderedRow> after;
      for (const auto& other : rows) {
        if (std::get<2>(other) != std::get<2>(row)) (other < row ? before : after).push_back(other);
      }
      std::map<Code, int> votes;
      for (std::size_t i = 0; i < std::min(side, before.size()); ++i)
        ++votes[std::get<1>(before[before.size() - 1 - i])];
      for (std::size_t i = 0; i < std::min(side, after.size()); ++i)
        ++votes[std::get<1>(after[i])];
      const int own = votes[std::get<1>(row)];
      const bool is_best = std::all_of(votes.begin(), votes.end(), [&](const auto& vote) {
        return vote.first == std::get<1>(row) || vote.second < own;
      });
      right += own > 0 && is_best ? 1 : 0;
    }
    dependency.determined = std::max(dependency.determined, right);
  }
  return dependency;
}

TEST(OrderedDependencyProperty, IsThatOfTheDefinition) {
  test::for_cases(2000, [&](Choices& choices, std::uint64_t) {
    const OrderedTable table = random_ordered(choices);
    EXPECT_EQ(measure_ordered_dependency(table.known(), table.places, table.dependent()),
              by_definition(table, false));
    const Code persons = static_cast<Code>(table.codes.size()) + 1;
    EXPECT_EQ(measure_ordered_dependency(table.known(), table.places, table.dependent(),
                                         {{table.persons, persons}}),
              by_definition(table, true));
  });
}

// Copies of a row are neighbours of each other.
TEST(OrderedDependency, CopiesAreOthers) {
  const std::vector<Code> codes{0, 1, 2};
  const std::vector<Code> told{0, 1, 0};
  const std::vector<std::uint32_t> times{2, 9, 3};
  const Dependency dependency = measure_ordered_dependency({codes, 3}, {}, {told, 2}, {{}, times});
  EXPECT_EQ(dependency.rows, 12U);
  EXPECT_EQ(dependency.guessed, 7U);
  // Each row has one neighbour on each side. The last row of the first value, the first row of the
  // third value, and both ends of the second value have ties.
  EXPECT_EQ(dependency.determined, 8U);
}

// A nearly unique laboratory figure that determines the disease is found. An independent figure and
// a flag derived from it are not found.
TEST(OrderedDependencySearch, FindsFiguresThatTellADisease) {
  test::for_cases(30, [&](Choices& choices, std::uint64_t) {
    Microdata data;
    data.rows = 600;
    data.attributes.resize(3);
    data.columns.assign(3, std::vector<Code>(600));
    for (std::size_t a = 0; a < 3; ++a)
      data.attributes[a].distinct = a == 2 ? 5 : 600;
    std::vector<Code> codes(600);
    for (Code code = 0; code < 600; ++code)
      codes[code] = code;
    test::shuffle(codes, choices);
    for (std::size_t row = 0; row < 600; ++row) {
      data.columns[0][row] = codes[row];
      data.columns[1][row] = static_cast<Code>(row);
      data.columns[2][row] =
          choices.one_in(20) ? static_cast<Code>(choices.between(0, 4)) : codes[row] / 120;
    }
    DependencySearch search;
    search.published = search.suspected = {0, 1};
    search.sensitive = {2};
    const FoundDependencies found = find_dependencies(data, search);
    ASSERT_EQ(found.dependencies.size(), 1U);
    EXPECT_EQ(found.dependencies[0].attributes, AttributeSet{0});
    EXPECT_EQ(found.dependencies[0].determination, Determination::tells_by_order);
  });
}

}  // namespace
}  // namespace microdata
