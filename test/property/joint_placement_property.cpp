#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

#include "core/risk/joint_placement.hpp"
#include "core/risk/value_classes.hpp"
#include "property/placed_groups.hpp"
#include "property/random_table.hpp"

// Tests of the people that an attacker on several tables considers. These people are in all tables,
// up to the number for which predictions have room.

namespace microdata {
namespace {

using test::Choices;

// Returns a table of a few groups and the first people, each with some of the groups, or none.
JointPlacement::Table random_joint_table(Choices& choices, std::uint32_t elements,
                                         const std::vector<Row>& persons) {
  JointPlacement::Table table;
  PlacedPersons& placed = table.placed;
  for (std::uint32_t element = 0; element < elements; ++element)
    table.outcomes.add({&element, 1});
  std::vector<PlacedPersons::Place> groups;
  for (int g = choices.between(1, 4); g > 0; --g) {
    groups.push_back({placed.slots.size(), static_cast<std::uint32_t>(choices.between(1, 3)), 0});
    for (std::uint32_t slot = 0; slot < groups.back().slots; ++slot) {
      placed.slots.push_back({static_cast<Code>(choices.between(0, static_cast<int>(elements) - 1)),
                              static_cast<std::uint32_t>(choices.between(1, 4))});
    }
    if (choices.one_in(3))
      placed.nobody.push_back({groups.back().first_slot, groups.back().slots, 1});
  }
  const bool everybody = choices.one_in(4);
  for (const Row person : persons) {
    if (choices.one_in(20)) break;
    placed.persons.push_back(person);
    for (PlacedPersons::Place place : groups) {
      if (!everybody && choices.one_in(4)) break;
      place.probability = static_cast<float>(choices.real());
      placed.pairs += place.slots;
      placed.places.push_back(place);
      if (choices.one_in(2)) break;
    }
    placed.first_place.push_back(placed.places.size());
  }
  return table;
}

bool is_in(const JointPlacement::Table& table, Row person) {
  const std::vector<Row>& persons = table.placed.persons;
  const auto found = std::find(persons.begin(), persons.end(), person);
  return found != persons.end() &&
         !table.placed.of(static_cast<std::size_t>(found - persons.begin())).empty();
}

TEST(JointPlacementProperty, ThoseInAllTablesStayAsTheyWere) {
  int fewer = 0;
  test::for_cases(1000, [&](Choices& choices, std::uint64_t /*seed*/) {
    std::vector<Row> persons(static_cast<std::size_t>(choices.between(1, 8)));
    std::iota(persons.begin(), persons.end(), 0U);
    test::shuffle(persons, choices);
    JointPlacement before;
    before.first_element.push_back(5);
    for (int t = choices.between(1, 3); t > 0; --t)
      before.tables.push_back(random_joint_table(choices, 5, persons));
    std::vector<Row> common;
    for (const Row person : persons) {
      if (std::all_of(before.tables.begin(), before.tables.end(),
                      [&](const JointPlacement::Table& table) { return is_in(table, person); }))
        common.push_back(person);
    }
    JointPlacement found = before;
    keep_placed(found);
    ASSERT_EQ(found.tables.size(), before.tables.size());
    for (std::size_t t = 0; t < found.tables.size(); ++t) {
      const PlacedPersons& was = before.tables[t].placed;
      const PlacedPersons& is = found.tables[t].placed;
      ASSERT_EQ(is.persons, common);
      std::size_t pairs = 0;
      for (std::size_t i = 0; i < common.size(); ++i) {
        const auto before_it = std::find(was.persons.begin(), was.persons.end(), common[i]);
        const auto at = static_cast<std::size_t>(before_it - was.persons.begin());
        test::expect_groups(test::groups_of(found.tables[t], i),
                            test::groups_of(before.tables[t], at));
        for (const PlacedPersons::Place& place : is.of(i))
          pairs += place.slots;
      }
      EXPECT_EQ(is.pairs, pairs);
      // The table shows the same values of all people.
      EXPECT_EQ(is.rows_of_values(), was.rows_of_values());
      EXPECT_EQ(is.rows_of_persons(), was.rows_of_persons());
      fewer += common.size() < was.persons.size() ? 1 : 0;
    }
  });
  if (HasFailure()) return;
  EXPECT_GT(fewer, test::expected_of(300));
}

// Models predict a probability for each class of values of each attribute.
TEST(JointPlacementProperty, PredictionsStayBelowTheBoundAndUseIt) {
  int some = 0;
  test::for_cases(1000, [&](Choices& choices, std::uint64_t /*seed*/) {
    std::vector<std::uint32_t> first_element{0};
    std::size_t of_person = 0;
    for (int a = choices.between(1, 3); a > 0; --a) {
      const std::vector<std::uint64_t> occurrences(
          static_cast<std::size_t>(choices.between(1, choices.one_in(3) ? 700 : 5)), 1);
      of_person += classes_of_values(occurrences).classes;
      first_element.push_back(first_element.back() +
                              static_cast<std::uint32_t>(occurrences.size()));
    }
    std::vector<Row> persons(static_cast<std::size_t>(choices.between(0, 30)));
    std::iota(persons.begin(), persons.end(), 0U);
    test::shuffle(persons, choices);
    const auto most = static_cast<std::size_t>(choices.between(0, choices.one_in(2) ? 200 : 20000));
    const std::span<const Row> found = persons_to_predict(persons, first_element, most);
    ASSERT_LE(found.size(), persons.size());
    EXPECT_TRUE(std::equal(found.begin(), found.end(), persons.begin()));
    EXPECT_LE(found.size() * of_person, most);
    some += !found.empty() && found.size() < persons.size() ? 1 : 0;
    // Another person would exceed the bound if each person took one more number.
    if (found.size() < persons.size()) {
      EXPECT_GT((found.size() + 1) * (of_person + 1), most);
    }
  });
  if (HasFailure()) return;
  EXPECT_GT(some, test::expected_of(100));
}

}  // namespace
}  // namespace microdata
