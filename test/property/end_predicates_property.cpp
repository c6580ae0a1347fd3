#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <tuple>
#include <vector>

#include "core/risk/end_predicates.hpp"
#include "property/published_table.hpp"

// Compares predicates from labels with all values that rows can have.

namespace microdata {
namespace {

using test::Choices;

// Returns the probability that exactly one row has the value and is one of the first `certain`. The
// rows have the value independently, each with its probability. If values are taken, at least one
// of the first rows has it.
double one_alone(const std::vector<double>& probabilities, std::size_t certain,
                 EndBelief belief = EndBelief::taken) {
  double one = 0;
  double some = 0;
  for (std::size_t ways = 0; ways < (std::size_t{1} << probabilities.size()); ++ways) {
    double probability = 1;
    std::size_t having = 0;
    bool first = false;
    for (std::size_t i = 0; i < probabilities.size(); ++i) {
      const bool has = (ways >> i & 1U) != 0;
      probability *= has ? probabilities[i] : 1 - probabilities[i];
      having += has ? 1 : 0;
      first = first || (has && i < certain);
    }
    some += first ? probability : 0;
    one += first && having == 1 ? probability : 0;
  }
  return belief == EndBelief::taken ? one / some : one;
}

TEST(EndProperty, OneOfSomeIsThatOfAllWays) {
  test::for_cases(300, [&](Choices& choices, std::uint64_t /*seed*/) {
    const auto rows = static_cast<std::size_t>(choices.between(1, 10));
    const double share = choices.one_in(10) ? 1 : std::max(1e-6, choices.real());
    const std::vector<double> shares(rows, share);
    EXPECT_NEAR(one_of_some(rows, share), one_alone(shares, rows), 1e-9);
    EXPECT_NEAR(one_of_all(rows, share), one_alone(shares, rows, EndBelief::drawn), 1e-9);
  });
}

// Returns true for rows of the same bucket; in a release of one column, for rows with equal
// quasi-identifiers.
bool together(const PublishedTable& table, Row x, Row y) {
  if (table.columns > 1) return table.bucket_of[x] == table.bucket_of[y];
  return std::all_of(table.attributes.begin(), table.attributes.end(), [&](const auto& attribute) {
    return !attribute.quasi_identifier || attribute.published[x] == attribute.published[y];
  });
}

const CodeSet& shown(const PublishedTable::Attribute& attribute, Row row) {
  return attribute.covers[attribute.published[row]];
}

bool shown_in(const PublishedTable& table, std::size_t a, Code value, Row of) {
  for (Row row = 0; row < table.rows(); ++row) {
    if (together(table, row, of) && shown(table.attributes[a], row).contains(value)) return true;
  }
  return false;
}

// Returns the share of the label's rows with the value if each label's rows are distributed evenly.
double share_in(const PublishedTable::Attribute& attribute, Code label, Code value) {
  const CodeSet& codes = attribute.covers[label];
  if (!codes.contains(value)) return 0;
  const auto expected = [&](Code of) {
    double sum = 0;
    for (const Code published : attribute.published) {
      const CodeSet& covers = attribute.covers[published];
      sum += covers.contains(of) ? 1 / static_cast<double>(covers.size()) : 0;
    }
    return sum;
  };
  double all = 0;
  codes.for_each([&](Code of) { all += expected(of); });
  return expected(value) / all;
}

// Returns the expected number of matching rows in other buckets. One row must match all attributes
// of a column, and columns are independent.
double others_expected(const PublishedTable& table, std::size_t a, Code value, Row of) {
  const auto fitting = [&](Row row, std::size_t column) {
    double share = 1;
    for (std::size_t b = 0; b < table.attributes.size(); ++b) {
      const PublishedTable::Attribute& attribute = table.attributes[b];
      if (attribute.column != column) continue;
      const CodeSet& covers = shown(attribute, row);
      double fits = 0;
      bool has_hull = false;
      for (Code code = 0; code < attribute.values; ++code) {
        const bool within = shown_in(table, b, code, of);
        has_hull = has_hull || within;
        fits += covers.contains(code) && (b == a ? code == value : within) ? 1 : 0;
      }
      // A hull without values excludes no row.
      if (has_hull) share *= covers.empty() ? 0 : fits / static_cast<double>(covers.size());
    }
    return share;
  };
  double sum = 0;
  std::vector<bool> seen(table.rows());
  for (Row first = 0; first < table.rows(); ++first) {
    if (seen[first] || together(table, first, of)) continue;
    double rows = 0;
    std::vector<double> fits(table.columns);
    for (Row row = first; row < table.rows(); ++row) {
      if (!together(table, row, first)) continue;
      seen[row] = true;
      ++rows;
      for (std::size_t c = 0; c < table.columns; ++c)
        fits[c] += fitting(row, c);
    }
    double all = rows;
    for (const double of_column : fits)
      all *= of_column / rows;
    sum += all;
  }
  return sum;
}

TEST(EndProperty, IsAllThatLabelsName) {
  std::size_t found = 0;
  std::size_t of_nobody = 0;
  test::for_cases(600, [&](Choices& choices, std::uint64_t seed) {
    PublishedTable table = test::random_published(choices, {}).table;
    for (PublishedTable::Attribute& attribute : table.attributes)
      attribute.quasi_identifier = !choices.one_in(3);
    const EndBelief belief = choices.one_in(2) ? EndBelief::taken : EndBelief::drawn;
    // Expected predicates of each bucket, added at its first row.
    std::multimap<std::tuple<std::uint32_t, std::size_t, Code>, std::pair<double, double>> expected;
    for (Row row = 0; row < table.rows(); ++row) {
      bool is_first = true;
      for (Row before = 0; before < row; ++before)
        is_first = is_first && !together(table, before, row);
      if (!is_first) continue;
      for (std::size_t a = 0; a < table.attributes.size(); ++a) {
        const PublishedTable::Attribute& attribute = table.attributes[a];
        for (Code label = 0; label < attribute.labels() && !attribute.named.empty(); ++label) {
          for (const auto& [value, exists] : attribute.named[label]) {
            std::vector<double> probabilities;
            for (const bool of_label : {true, false}) {
              for (Row other = 0; other < table.rows(); ++other) {
                if (together(table, other, row) &&
                    (attribute.published[other] == label) == of_label)
                  probabilities.push_back(share_in(attribute, attribute.published[other], value));
              }
            }
            std::size_t certain = 0;
            for (Row other = 0; other < table.rows(); ++other)
              certain += together(table, other, row) && attribute.published[other] == label ? 1 : 0;
            if (certain == 0) continue;
            const double alone = one_alone(probabilities, certain, belief);
            if (alone < 1e-9) continue;
            expected.emplace(std::tuple(table.bucket_of[row], a, exists ? value : attribute.values),
                             std::pair(alone, others_expected(table, a, value, row)));
          }
        }
      }
    }
    Random random = Random::seeded(seed);
    const std::vector<HullPredicate> predicates = end_predicates(table, belief, 1000, random, {});
    ASSERT_EQ(predicates.size(), expected.size());
    double before = 1;
    std::vector<std::pair<double, double>> figures;
    for (const HullPredicate& one : predicates) {
      EXPECT_LE(one.chance(), before + 2e-9);
      before = one.chance();
      figures.emplace_back(one.alone, one.others);
      const auto is_expected = [&](const SinglingPredicate::Term& term) {
        if (term.values.size() != 1) return false;
        const auto [from, to] =
            expected.equal_range({one.bucket, term.attribute, term.values.front()});
        return std::any_of(from, to, [&](const auto& of) {
          return std::abs(of.second.first - one.alone) < 1e-9 &&
                 std::abs(of.second.second - one.others) < 1e-9;
        });
      };
      EXPECT_TRUE(std::any_of(one.predicate.terms.begin(), one.predicate.terms.end(), is_expected));
    }
    // Several attributes of a bucket can have a value with the same figures.
    std::vector<std::pair<double, double>> all;
    for (const auto& [key, of] : expected) {
      all.push_back(of);
      of_nobody += std::get<2>(key) == table.attributes[std::get<1>(key)].values ? 1 : 0;
    }
    for (std::vector<std::pair<double, double>>* some : {&figures, &all}) {
      for (auto& [alone, others] : *some) {
        alone = std::round(alone * 1e9);
        others = std::round(others * 1e9);
      }
      std::sort(some->begin(), some->end());
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_NEAR(figures[i].first, all[i].first, 1);
    }
    found += predicates.size();
  });
  EXPECT_GT(found, test::expected_of(500));
  EXPECT_GT(of_nobody, test::expected_of(50));
}

// Every row of the class has a unique illness. The least and greatest age of the class belong to
// some row of the class and not to each row with its illness.
TEST(EndProperty, SensitiveValuesDivideNoClass) {
  PublishedTable table;
  table.columns = 1;
  PublishedTable::Attribute age;
  age.exact = false;
  age.values = 6;
  for (int i = 0; i < 6; ++i)
    age.numbers.push_back(20 + i);
  age.covers = {CodeSet::range(0, 6)};
  age.named = {{{0, true}, {5, true}}};
  age.published = {0, 0, 0};
  PublishedTable::Attribute illness;
  illness.quasi_identifier = false;
  illness.values = 3;
  for (Code value = 0; value < 3; ++value) {
    illness.covers.push_back(CodeSet::range(value, value + 1));
    illness.published.push_back(value);
  }
  table.attributes = {age, illness};
  table.bucket_of = {0, 1, 2};
  table.buckets = 3;
  Random random = Random::seeded(1);
  const std::vector<HullPredicate> ends = end_predicates(table, EndBelief::taken, 10, random, {});
  ASSERT_EQ(ends.size(), 2U);
  const PersonValues persons{3, {{0, 5, 3}, {0, 1, 2}}};
  const PredicateCounter counter(table, persons, {});
  for (const HullPredicate& end : ends) {
    EXPECT_NEAR(end.alone, one_alone({1.0 / 6, 1.0 / 6, 1.0 / 6}, 3), 1e-9);
    EXPECT_EQ(counter.count(end.predicate, 2, {}), 1U);
  }
}

// The least age of the class belongs to one person only.
TEST(EndProperty, TheLeastOfAClassIsSomebody) {
  PublishedTable table;
  table.columns = 1;
  PublishedTable::Attribute age;
  age.exact = false;
  age.values = 10;
  for (int i = 0; i < 10; ++i)
    age.numbers.push_back(20 + i);
  age.covers = {CodeSet::range(0, 5), CodeSet::range(5, 10)};
  age.named = {{{0, true}, {4, true}}, {{5, true}, {9, true}}};
  age.published = {0, 0, 0, 1, 1};
  table.attributes = {age};
  table.bucket_of = {0, 1, 2, 3, 4};
  table.buckets = 5;
  Random random = Random::seeded(1);
  const std::vector<HullPredicate> ends = end_predicates(table, EndBelief::taken, 10, random, {});
  ASSERT_EQ(ends.size(), 4U);
  const PersonValues persons{5, {{0, 2, 4, 5, 9}}};
  const PredicateCounter counter(table, persons, {});
  for (const HullPredicate& end : ends) {
    EXPECT_EQ(counter.count(end.predicate, 2, {}), 1U);
    EXPECT_EQ(end.others, 0);
  }
}

}  // namespace
}  // namespace microdata
