#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/microdata/attribute_set.hpp"
#include "core/subject/person_suppression.hpp"
#include "property/subject_choices.hpp"

// Compares the suppression of persons with too frequent values with all ways to suppress some.

namespace microdata {
namespace {

using test::Choices;
using test::PersonTable;

// Returns the values of the first rows of some persons, each person's once.
std::map<std::pair<std::size_t, Code>, double> persons_with_values(const PersonTable& table,
                                                                   const AttributeSet& sensitive,
                                                                   const std::vector<Row>& persons,
                                                                   std::uint32_t rows) {
  std::map<std::pair<std::size_t, Code>, double> with;
  for (const Row person : persons) {
    std::set<std::pair<std::size_t, Code>> values;
    for (std::size_t i = 0; i < std::min<std::size_t>(rows, table.subjects.bucket(person).size());
         ++i) {
      for (const std::size_t a : sensitive)
        values.emplace(a, table.data.columns[a][table.subjects.bucket(person)[i]]);
    }
    for (const auto& value : values)
      with[value] += 1;
  }
  return with;
}

bool holds(const PersonTable& table, const AttributeSet& sensitive, const std::vector<Row>& persons,
           std::uint32_t rows, double l) {
  if (persons.empty()) return false;
  const auto with = persons_with_values(table, sensitive, persons, rows);
  return std::all_of(with.begin(), with.end(), [&](const auto& entry) {
    return entry.second * l <= static_cast<double>(persons.size()) + 1e-9;
  });
}

TEST(PersonSuppression, KeepsNearlyAsManyAsCanBe) {
  int kept_some = 0;
  int suppressed = 0;
  double kept = 0;
  double most = 0;
  int finest = 0;
  test::for_cases(2000, [&](Choices& choices, std::uint64_t) {
    const PersonTable table = test::random_persons(
        choices, {.least_persons = 2, .most_persons = 10, .most_values = choices.between(2, 9)});
    const AttributeSet sensitive = attributes_with_role(table.data, Role::sensitive);
    const ItemSets sets(table.data, sensitive, table.subjects, 1, {});
    const double l = choices.of(std::vector<double>{1.2, 1.5, 2, 2, 2.5, 3});
    const auto rows = static_cast<std::uint32_t>(choices.between(1, 4));
    const SetPrivacy no_models;
    const SetRule rule(sets, l, no_models);
    std::vector<Row> persons(table.subjects.buckets());
    std::iota(persons.begin(), persons.end(), 0U);
    std::size_t most_kept = 0;
    for (unsigned mask = 1; mask < 1U << persons.size(); ++mask) {
      std::vector<Row> some;
      for (const Row person : persons) {
        if ((mask >> person & 1U) != 0) some.push_back(person);
      }
      if (some.size() > most_kept && holds(table, sensitive, some, rows, l))
        most_kept = some.size();
    }
    const bool whole = holds(table, sensitive, persons, rows, l);
    const auto rest = without_frequent_sets(rule, persons, rows, {});
    EXPECT_TRUE(!whole || rest == persons);
    if (!rest) return;
    ++kept_some;
    EXPECT_TRUE(holds(table, sensitive, *rest, rows, l));
    EXPECT_TRUE(std::is_sorted(rest->begin(), rest->end()));
    EXPECT_LE(rest->size(), most_kept);
    if (whole) return;
    ++suppressed;
    kept += static_cast<double>(rest->size());
    most += static_cast<double>(most_kept);
    finest += rest->size() == most_kept ? 1 : 0;
  });
  std::cout << suppressed << " suppressions, " << finest << " of them of the fewest persons; kept "
            << kept << " of " << most << " persons that can be\n";
  EXPECT_GT(kept_some, test::expected_of(500));
  EXPECT_GT(suppressed, test::expected_of(100));
  EXPECT_GT(kept, 0.95 * most);
}

}  // namespace
}  // namespace microdata
