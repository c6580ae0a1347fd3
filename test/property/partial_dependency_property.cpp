#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "core/dependency/numeric_dependency.hpp"
#include "core/dependency/partial_dependency.hpp"
#include "property/random_table.hpp"

// Compares dependencies of one value, of the rest without one value, and of numbers by value with
// their definitions, person by person.

namespace microdata {
namespace {

using test::Choices;

struct RandomRows {
  std::vector<Code> a;
  std::vector<Code> s;
  std::vector<Code> person;
  std::vector<std::uint32_t> times;
  Code of_a = 1;
  Code of_s = 1;
  Code persons = 1;

  CodedColumn determinant() const { return {a, of_a}; }
  CodedColumn dependent() const { return {s, of_s}; }
};

RandomRows random_rows(Choices& choices) {
  RandomRows rows;
  const int count = choices.between(1, 90);
  rows.of_a = static_cast<Code>(choices.between(1, 6));
  rows.of_s = static_cast<Code>(choices.between(1, 5));
  rows.persons = static_cast<Code>(choices.between(1, count));
  const int noise = choices.between(1, 30);
  const int missing = choices.between(1, 6);
  const auto any = [&](Code distinct) {
    return static_cast<Code>(choices.between(0, static_cast<int>(distinct) - 1));
  };
  for (int row = 0; row < count; ++row) {
    rows.s.push_back(any(rows.of_s));
    Code a = rows.s.back() % rows.of_a;
    if (choices.one_in(noise)) a = any(rows.of_a);
    if (choices.one_in(missing)) a = 0;
    rows.a.push_back(a);
    rows.person.push_back(any(rows.persons));
    rows.times.push_back(static_cast<std::uint32_t>(choices.between(1, 3)));
  }
  return rows;
}

// A row of the definitions.
struct NaiveRow {
  Code a;
  Code s;
  Code person;

  auto operator<=>(const NaiveRow&) const = default;
};

enum class Meaning : std::uint8_t { rows, times, persons };

std::vector<NaiveRow> naive_rows(const RandomRows& rows, Meaning meaning) {
  std::vector<NaiveRow> all;
  for (std::size_t row = 0; row < rows.a.size(); ++row) {
    const auto place = static_cast<Code>(row);
    const std::uint32_t times = meaning == Meaning::times ? rows.times[row] : 1;
    for (std::uint32_t i = 0; i < times; ++i) {
      all.push_back({rows.a[row], rows.s[row],
                     meaning == Meaning::persons ? rows.person[row] : place * 4 + i});
    }
  }
  std::sort(all.begin(), all.end());
  if (meaning == Meaning::persons) all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

RowMeaning meaning_of(const RandomRows& rows, Meaning meaning) {
  switch (meaning) {
    case Meaning::rows:
      return {};
    case Meaning::times:
      return {{}, rows.times};
    case Meaning::persons:
      return {{rows.person, rows.persons}, {}};
  }
  return {};
}

std::set<Code> sharing(const std::vector<NaiveRow>& all, Code a) {
  std::set<Code> persons;
  for (const NaiveRow& row : all) {
    if (row.a == a) persons.insert(row.person);
  }
  return persons;
}

// Returns the number of values that the other values of the list guess correctly.
std::uint64_t guessed_right(const std::vector<Code>& values) {
  std::map<Code, std::uint64_t> counts;
  for (const Code value : values)
    ++counts[value];
  std::uint64_t right = 0;
  for (const auto& [value, count] : counts) {
    const Code own = value;
    const std::uint64_t others = count - 1;
    const bool is_commonest = std::all_of(counts.begin(), counts.end(), [&](const auto& other) {
      return other.first == own || other.second < others;
    });
    right += is_commonest && others > 0 ? count : 0;
  }
  return right;
}

Dependency naive_one_value(const std::vector<NaiveRow>& all, Code of_a, Code value) {
  Dependency dependency;
  std::vector<Code> everybody;
  for (Code a = 0; a < of_a; ++a) {
    const std::set<Code> persons = sharing(all, a);
    if (persons.size() < fewest_sharing) continue;
    std::vector<Code> has;
    for (const Code person : persons) {
      has.push_back(std::any_of(all.begin(), all.end(),
                                [&](const NaiveRow& row) {
                                  return row.a == a && row.s == value && row.person == person;
                                })
                        ? 1
                        : 0);
    }
    dependency.rows += has.size();
    dependency.determined += guessed_right(has);
    everybody.insert(everybody.end(), has.begin(), has.end());
  }
  dependency.guessed = guessed_right(everybody);
  return dependency;
}

TEST(PartialDependencyProperty, OneValueIsThatOfTheDefinition) {
  int determining = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const RandomRows rows = random_rows(choices);
    for (const Meaning meaning : {Meaning::rows, Meaning::times, Meaning::persons}) {
      const std::vector<NaiveRow> all = naive_rows(rows, meaning);
      const Dependency found =
          measure_one_value(rows.determinant(), rows.dependent(), meaning_of(rows, meaning));
      double best = 0;
      for (Code value = 0; value < rows.of_s; ++value) {
        const Dependency expected = naive_one_value(all, rows.of_a, value);
        if (expected.rows >= expected.guessed + 10) best = std::max(best, expected.lambda());
      }
      EXPECT_DOUBLE_EQ(found.lambda(), best);
      determining += is_determining(found) ? 1 : 0;
    }
  });
  if (HasFailure()) return;
  EXPECT_GE(determining, test::expected_of(100));
}

TEST(PartialDependencyProperty, RestIsThatOfTheDefinition) {
  int determining = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const RandomRows rows = random_rows(choices);
    for (const Meaning meaning : {Meaning::rows, Meaning::times, Meaning::persons}) {
      const std::vector<NaiveRow> all = naive_rows(rows, meaning);
      const auto found =
          measure_rest(rows.determinant(), rows.dependent(), meaning_of(rows, meaning));
      std::map<Code, std::vector<Code>> telling;
      std::map<Code, std::uint64_t> counts;
      for (const NaiveRow& row : all) {
        if (sharing(all, row.a).size() < fewest_sharing) continue;
        telling[row.a].push_back(row.s);
        ++counts[row.s];
      }
      ASSERT_EQ(found.has_value(), telling.size() > 1);
      if (!found) continue;
      std::uint64_t most_wrong = 0;
      Code least = 0;
      Dependency expected;
      for (const auto& [a, values] : telling) {
        const std::uint64_t wrong = values.size() - guessed_right(values);
        if (a == telling.begin()->first || wrong > most_wrong) {
          most_wrong = wrong;
          least = a;
        }
      }
      Code commonest = counts.begin()->first;
      for (const auto& [s, count] : counts)
        commonest = count > counts[commonest] ? s : commonest;
      for (const auto& [a, values] : telling) {
        if (a == least) continue;
        expected.rows += values.size();
        expected.determined += guessed_right(values);
        expected.guessed +=
            static_cast<std::uint64_t>(std::count(values.begin(), values.end(), commonest));
      }
      EXPECT_EQ(found->dependency.rows, expected.rows);
      EXPECT_EQ(found->dependency.determined, expected.determined);
      EXPECT_EQ(found->dependency.guessed, expected.guessed);
      for (std::size_t row = 0, next = 0; row < rows.a.size(); ++row) {
        if (rows.a[row] == least) continue;
        ASSERT_LT(next, found->rows.size());
        EXPECT_EQ(found->rows[next++], row);
      }
      determining += is_determining(found->dependency) ? 1 : 0;
    }
  });
  if (HasFailure()) return;
  EXPECT_GE(determining, test::expected_of(300));
}

TEST(PartialDependencyProperty, NumbersByValueAreThoseOfTheDefinition) {
  int determining = 0;
  test::for_cases(2000, [&](Choices& choices, std::uint64_t /*seed*/) {
    RandomRows rows = random_rows(choices);
    Attribute numbers;
    numbers.distinct = static_cast<Code>(rows.a.size());
    const int width = choices.between(1, 40);
    for (std::size_t row = 0; row < rows.a.size(); ++row) {
      rows.s[row] = static_cast<Code>(row);
      numbers.projection.push_back(100.0 * rows.a[row] + choices.between(0, 100 * width) / 99.7);
    }
    for (const bool with_persons : {false, true}) {
      CodedColumn persons;
      if (with_persons) persons = {rows.person, rows.persons};
      std::set<std::tuple<Code, double, Code>> all;
      std::multiset<double> kept;
      for (std::size_t row = 0; row < rows.a.size(); ++row)
        all.insert({rows.a[row], numbers.projection[row],
                    with_persons ? rows.person[row] : static_cast<Code>(row)});
      for (const auto& [a, number, person] : all)
        kept.insert(number);
      const auto ends = static_cast<std::size_t>(std::ceil(static_cast<double>(all.size()) / 100));
      for (std::size_t i = 0; i < ends && !kept.empty(); ++i) {
        kept.erase(kept.begin());
        if (!kept.empty()) kept.erase(std::prev(kept.end()));
      }
      double sum = 0;
      double squares = 0;
      for (const double number : kept) {
        sum += number;
        squares += number * number;
      }
      const auto count = std::max(1.0, static_cast<double>(kept.size()));
      const double tolerance =
          0.1 * std::sqrt(std::max(0.0, squares / count - sum / count * (sum / count)));
      Dependency expected;
      for (const auto& [a, number, person] : all) {
        std::set<Code> sharing;
        std::vector<double> others;
        for (const auto& [other_a, other, whose] : all) {
          if (other_a != a) continue;
          sharing.insert(whose);
          if (whose != person) others.push_back(other);
        }
        if (sharing.size() < fewest_sharing) continue;
        ++expected.rows;
        std::sort(others.begin(), others.end());
        expected.determined +=
            std::abs(others[(others.size() - 1) / 2] - number) <= tolerance + 1e-9 ? 1 : 0;
      }
      const Dependency found =
          measure_numbers_by_value(rows.determinant(), {numbers.projection, rows.s}, persons);
      EXPECT_EQ(found.rows, expected.rows);
      EXPECT_EQ(found.determined, expected.determined);
      determining += is_determining(found) ? 1 : 0;
    }
  });
  if (HasFailure()) return;
  EXPECT_GE(determining, test::expected_of(100));
}

}  // namespace
}  // namespace microdata
