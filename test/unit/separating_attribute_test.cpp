#include "core/correlation/separating_attribute.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

#include "core/base/random.hpp"

// Tests of attributes that identify rows and determine no other attribute.

namespace microdata {
namespace {

struct NamedColumn {
  std::string name;
  std::vector<double> numbers;
  bool numeric = true;
};

Microdata table_of(const std::vector<NamedColumn>& columns) {
  Microdata data;
  data.rows = static_cast<Row>(columns.front().numbers.size());
  for (const NamedColumn& column : columns) {
    std::vector<double> values = column.numbers;
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    Attribute attribute;
    attribute.name = column.name;
    attribute.distinct = static_cast<Code>(values.size());
    if (column.numeric) attribute.projection = values;
    data.attributes.push_back(attribute);
    std::vector<Code>& codes = data.columns.emplace_back();
    for (const double number : column.numbers) {
      codes.push_back(static_cast<Code>(std::lower_bound(values.begin(), values.end(), number) -
                                        values.begin()));
    }
  }
  return data;
}

AttributeSet all_of(const Microdata& data) {
  AttributeSet all(data.attributes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

std::vector<std::string> separating(const Microdata& data) {
  std::vector<std::string> names;
  for (const SeparatingAttribute& found : separating_attributes(data, all_of(data)))
    names.push_back(data.attributes[found.attribute].name);
  return names;
}

// Returns people of several ages and jobs; salaries depend on the job, weights and arrivals on no
// attribute.
std::vector<NamedColumn> people(Row rows) {
  Random random = Random::seeded(rows);
  std::vector<NamedColumn> columns{
      {"age", {}, true},     {"job", {}, false},  {"salary", {}, true},  {"weight", {}, true},
      {"arrived", {}, true}, {"code", {}, false}, {"rounded", {}, true}, {"constant", {}, true}};
  for (Row row = 0; row < rows; ++row) {
    const double job = random.below(8);
    const std::vector<double> values{20. + random.below(60),
                                     job,
                                     20'000 + 8'000 * job + 20'000 * random.share(),
                                     random.share(),
                                     random.share(),
                                     random.share(),
                                     static_cast<double>(random.below(rows / 20)),
                                     1};
    for (std::size_t c = 0; c < columns.size(); ++c)
      columns[c].numbers.push_back(values[c]);
  }
  return columns;
}

TEST(SeparatingAttributeTest, WeightsAndTimesAreAndSalariesAndAgesAreNot) {
  for (const Row rows : {200U, 1'000U, 40'000U}) {
    EXPECT_EQ(separating(table_of(people(rows))), (std::vector<std::string>{"weight", "arrived"}))
        << rows << " rows";
  }
}

TEST(SeparatingAttributeTest, OnlySuspectedAttributesAreNamed) {
  const Microdata data = table_of(people(1'000));
  const auto found = separating_attributes(data, {0, 4});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().attribute, 4U);
  EXPECT_EQ(found.front().unique, 1);
}

TEST(SeparatingAttributeTest, FewRowsShowNothing) {
  EXPECT_TRUE(separating(table_of(people(fewest_separated - 1))).empty());
}

// A few extreme salaries do not hide the dependency of the rest.
TEST(SeparatingAttributeTest, OutliersDoNotHideWhatFollows) {
  std::vector<NamedColumn> columns = people(1'000);
  for (double& salary : columns[2].numbers)
    salary = std::exp(salary / 4'000);
  columns[2].numbers.front() = 1e12;
  EXPECT_EQ(separating(table_of(columns)), (std::vector<std::string>{"weight", "arrived"}));
}

// Two attributes that determine each other, such as a serial number and a time, determine no other
// attribute.
TEST(SeparatingAttributeTest, SeparatingAttributesDoNotExcuseEachOther) {
  std::vector<NamedColumn> columns = people(1'000);
  columns.push_back({"serial", columns[4].numbers, true});
  EXPECT_EQ(separating(table_of(columns)),
            (std::vector<std::string>{"weight", "arrived", "serial"}));
}

TEST(SeparatingAttributeTest, WithNothingElseThereIsNothingToTell) {
  EXPECT_TRUE(separating(table_of({{"arrived", people(1'000)[4].numbers, true}})).empty());
}

}  // namespace
}  // namespace microdata
