#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/dependency/held_value.hpp"
#include "property/random_table.hpp"

// Compares attributes that disclose one of a person's values with the definition.

namespace microdata {
namespace {

using test::Choices;
using Values = std::set<Code>;

struct RowsOfPersons {
  std::vector<Code> a;
  std::vector<Code> s;
  std::vector<Code> person;
  Code persons = 1;
};

constexpr Code diseases = 6;

// Returns rows whose attribute is the person's first value, a random one, or missing.
RowsOfPersons visits(Choices& choices) {
  RowsOfPersons rows;
  rows.persons = static_cast<Code>(choices.between(1, 60));
  const int noise = choices.between(1, 40);
  const int missing = choices.between(1, 6);
  const int most = choices.between(1, 5);
  const auto any = [&] { return static_cast<Code>(choices.between(0, diseases - 1)); };
  for (Code person = 0; person < rows.persons; ++person) {
    const int count = choices.between(1, most);
    const Code first = any();
    for (int visit = 0; visit < count; ++visit) {
      rows.person.push_back(person);
      rows.s.push_back(visit == 0 ? first : any());
      const bool is_missing = missing < 4 && visit < missing;
      rows.a.push_back(is_missing ? diseases : choices.one_in(noise) ? any() : first);
    }
  }
  return rows;
}

// Returns true if the person has every value that is most frequent among the others.
bool is_right(const std::vector<Values>& others, const Values& own) {
  std::map<Code, int> counts;
  int most = 0;
  for (const Values& values : others) {
    for (const Code value : values)
      most = std::max(most, ++counts[value]);
  }
  return most > 0 && std::all_of(counts.begin(), counts.end(), [&](const auto& count) {
           return count.second < most || own.contains(count.first);
         });
}

std::uint64_t right(const std::vector<Values>& group) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < group.size(); ++i) {
    std::vector<Values> others = group;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    count += is_right(others, group[i]) ? 1 : 0;
  }
  return count;
}

Dependency naive(const std::vector<std::vector<Values>>& groups) {
  Dependency expected;
  std::vector<Values> all;
  for (const std::vector<Values>& group : groups) {
    expected.rows += group.size();
    expected.determined += right(group);
    all.insert(all.end(), group.begin(), group.end());
  }
  expected.guessed = right(all);
  return expected.rows < expected.guessed + 10 ? Dependency() : expected;
}

TEST(HeldValueProperty, IsThatOfTheDefinition) {
  int determining = 0;
  int partly = 0;
  test::for_cases(2000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const RowsOfPersons rows = visits(choices);
    std::map<Code, Values> values_of;
    std::map<Code, std::set<Code>> persons_with;
    for (std::size_t row = 0; row < rows.a.size(); ++row) {
      values_of[rows.person[row]].insert(rows.s[row]);
      persons_with[rows.a[row]].insert(rows.person[row]);
    }
    for (Code value = 0; value < diseases; ++value) {
      const auto with = std::count_if(values_of.begin(), values_of.end(),
                                      [&](const auto& own) { return own.second.contains(value); });
      if (10 * with <= 9 * static_cast<int>(rows.persons)) continue;
      for (auto& [person, own] : values_of)
        own.erase(value);
    }
    std::vector<std::vector<Values>> groups;
    for (const auto& [value, persons] : persons_with) {
      if (persons.size() < fewest_sharing) continue;
      groups.emplace_back();
      for (const Code person : persons)
        groups.back().push_back(values_of[person]);
    }
    const HeldValue found =
        measure_held_value({rows.a, diseases + 1}, {rows.s, diseases}, {rows.person, rows.persons});
    EXPECT_EQ(found.all, naive(groups));
    const auto wrong = [](const std::vector<Values>& group) { return group.size() - right(group); };
    if (groups.size() < 2) {
      groups.clear();
    } else {
      groups.erase(
          std::max_element(groups.begin(), groups.end(),
                           [&](const auto& a, const auto& b) { return wrong(a) < wrong(b); }));
    }
    EXPECT_EQ(found.rest, naive(groups));
    partly += is_determining(found.rest) && !is_determining(found.all) ? 1 : 0;
    determining += is_determining(found.all) ? 1 : 0;
  });
  if (HasFailure()) return;
  EXPECT_GE(determining, test::expected_of(20));
  EXPECT_GE(partly, test::expected_of(5));
}

}  // namespace
}  // namespace microdata
