#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <set>

#include "core/gnf/multi_sensitive.hpp"
#include "property/random_table.hpp"

// Compares groups for several sensitive attributes with every subset of the rows.

namespace microdata {
namespace {

using test::Choices;

// Returns true if each sensitive attribute is protected against all others, by definition. Harmless
// values are not protected.
bool is_protected(const Microdata& data, const AttributeSet& sensitive,
                  const std::vector<double>& l, const std::vector<Row>& group) {
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    std::map<std::vector<Code>, std::map<Code, double>> counts;
    std::map<std::vector<Code>, double> totals;
    for (const Row row : group) {
      std::vector<Code> others;
      for (const std::size_t a : sensitive) {
        if (a != sensitive[j]) others.push_back(data.columns[a][row]);
      }
      ++counts[others][data.columns[sensitive[j]][row]];
      ++totals[others];
    }
    for (const auto& [others, values] : counts) {
      for (const auto& [value, count] : values) {
        if (data.attributes[sensitive[j]].is_harmless(value)) continue;
        if (count * l[j] > totals[others] * (1 + 1e-9)) return false;
      }
    }
  }
  return true;
}

bool satisfies(const BinaryProgramme& programme, const std::vector<bool>& x) {
  return std::all_of(programme.constraints.begin(), programme.constraints.end(),
                     [&](const BinaryProgramme::Constraint& constraint) {
                       double sum = 0;
                       for (const BinaryProgramme::Term& term : constraint.terms)
                         sum += x[term.variable] ? term.coefficient : 0;
                       return sum <= constraint.most + 1e-9;
                     });
}

TEST(MultiSensitiveProperty, PublishesTheMostRowsInProtectedGroups) {
  int published = 0;
  int split = 0;
  int suppressed_more = 0;
  for (int i = 0; i < test::tried(1500); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    test::TableShape shape;
    shape.most_rows = 11;
    shape.most_attributes = 3;
    shape.most_values = 3;
    Microdata data = test::random_table(choices, shape);
    for (Attribute& attribute : data.attributes) {
      if (!choices.one_in(4)) continue;
      for (Code code = 0; code < attribute.distinct; ++code)
        attribute.harmless.push_back(choices.one_in(2) ? 1 : 0);
    }
    AttributeSet sensitive(
        static_cast<std::size_t>(choices.between(1, static_cast<int>(data.attributes.size()))));
    std::iota(sensitive.begin(), sensitive.end(), 0);
    std::vector<double> l;
    for (std::size_t j = 0; j < sensitive.size(); ++j)
      l.push_back(choices.of(std::vector<double>{1, 1.5, 2, 2, 3}));
    std::vector<Row> rows(data.rows);
    std::iota(rows.begin(), rows.end(), Row{0});

    const BinaryProgramme programme = group_programme(data, sensitive, l, rows, {});
    std::size_t most = 0;
    for (std::size_t bits = 0; bits < std::size_t{1} << rows.size(); ++bits) {
      std::vector<Row> group;
      std::vector<bool> x;
      for (const Row row : rows) {
        x.push_back((bits >> row & 1U) != 0);
        if (x.back()) group.push_back(row);
      }
      const bool allowed = is_protected(data, sensitive, l, group);
      ASSERT_EQ(satisfies(programme, x), allowed);
      if (allowed) most = std::max(most, group.size());
    }
    const MultiSensitiveGroups found = multi_sensitive_groups(data, sensitive, l, rows, {});
    EXPECT_EQ(found.groups.rows.size(), most);
    std::multiset<Row> seen(found.groups.rows.begin(), found.groups.rows.end());
    seen.insert(found.suppressed.begin(), found.suppressed.end());
    EXPECT_TRUE(std::equal(seen.begin(), seen.end(), rows.begin(), rows.end()));
    for (std::size_t b = 0; b < found.groups.buckets(); ++b) {
      const auto group = found.groups.bucket(b);
      EXPECT_TRUE(is_protected(data, sensitive, l, {group.begin(), group.end()}));
      EXPECT_GE(static_cast<double>(group.size()), found.smallest_possible);
    }
    const MultiSensitiveGroups fewer =
        multi_sensitive_groups(data, sensitive, l, rows, {}, Remainder::suppressed);
    EXPECT_LE(fewer.groups.rows.size(), most);
    EXPECT_EQ(fewer.groups.rows.empty(), most == 0);
    EXPECT_GE(fewer.groups.buckets(), found.groups.buckets());
    EXPECT_EQ(fewer.groups.rows.size() + fewer.suppressed.size(), rows.size());
    std::vector<Row> both;
    std::set_intersection(found.suppressed.begin(), found.suppressed.end(),
                          fewer.suppressed.begin(), fewer.suppressed.end(),
                          std::back_inserter(both));
    EXPECT_EQ(both.size(), found.suppressed.size());
    for (std::size_t b = 0; b < fewer.groups.buckets(); ++b) {
      const auto group = fewer.groups.bucket(b);
      EXPECT_TRUE(is_protected(data, sensitive, l, {group.begin(), group.end()}));
    }
    suppressed_more += fewer.groups.rows.size() < most ? 1 : 0;
    published += most > 0 ? 1 : 0;
    split += found.groups.buckets() > 1 ? 1 : 0;
    if (HasFailure()) break;
  }
  EXPECT_GT(published, test::expected_of(200));
  EXPECT_GT(split, test::expected_of(100));
  EXPECT_GE(suppressed_more, test::expected_of(51));
}

}  // namespace
}  // namespace microdata
