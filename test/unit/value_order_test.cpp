#include "core/partition/value_order.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <optional>

#include "property/random_table.hpp"

namespace microdata {
namespace {

using Places = std::vector<std::uint32_t>;

Attribute category(Code distinct) {
  Attribute attribute;
  attribute.distinct = distinct;
  return attribute;
}

Attribute numbers(Code distinct) {
  Attribute attribute = category(distinct);
  attribute.projection.resize(distinct);
  std::iota(attribute.projection.begin(), attribute.projection.end(), 0.0);
  return attribute;
}

// Returns a hierarchy in which 0 and 3 share a label, 1 and 4 share a label, and 2 has its own.
// Both shared labels have a common label above them.
Attribute tree() {
  Attribute attribute = category(5);
  attribute.hierarchy = {{{0, 1, 2, 3, 4}, {0, 1, 2, 0, 1}, {0, 0, 1, 0, 0}, {0, 0, 0, 0, 0}},
                         {5, 3, 2, 1}};
  return attribute;
}

// Sorts `codes` as the codes of the second of three attributes.
Places sorted(const std::vector<Code>& codes, const ValueOrder& values, ValueSortScratch& scratch) {
  std::vector<Code> table;
  for (const Code code : codes)
    table.insert(table.end(), {7, code, 8});
  Places order{99};
  sort_by_value({table.data() + 1, 3, codes.size()}, values, scratch, order, {});
  return order;
}

Places sorted(const std::vector<Code>& codes, const ValueOrder& values) {
  ValueSortScratch scratch;
  return sorted(codes, values, scratch);
}

TEST(ValueOrder, OfNumbersIsTheirOwn) {
  const ValueOrder values = value_order(numbers(4));
  EXPECT_EQ(values.rank, (Places{0, 1, 2, 3}));
  EXPECT_EQ(sorted({3, 1, 3, 0, 1}, values), (Places{3, 1, 4, 0, 2}));
}

TEST(ValueOrder, OfAHierarchyKeepsTheValuesOfALabelTogether) {
  const ValueOrder values = value_order(tree());
  EXPECT_EQ(values.rank, (Places{0, 2, 4, 1, 3}));
  EXPECT_EQ(sorted({0, 1, 2, 3, 4}, values), (Places{0, 3, 1, 4, 2}));
  // The order of the hierarchy has priority over that of numbers.
  Attribute years = tree();
  years.projection = {0, 1, 2, 3, 4};
  EXPECT_EQ(value_order(years).rank, values.rank);
}

TEST(ValueOrder, OfOthersIsByFrequencyInTheClass) {
  const ValueOrder values = value_order(category(6));
  EXPECT_TRUE(values.by_frequency());
  EXPECT_EQ(sorted({5, 1, 3, 3, 0, 1, 3}, values), (Places{2, 3, 6, 1, 5, 4, 0}));
}

TEST(ValueOrder, ByFrequencyLeavesNothingForTheNextClass) {
  ValueSortScratch scratch;
  EXPECT_EQ(sorted({2, 2, 2, 1}, value_order(category(3)), scratch), (Places{0, 1, 2, 3}));
  EXPECT_EQ(sorted({2, 1, 1}, value_order(category(3)), scratch), (Places{1, 2, 0}));
  // The attribute has more values than the one before.
  EXPECT_EQ(sorted({2, 9, 9}, value_order(category(10)), scratch), (Places{1, 2, 0}));
}

// Different algorithms sort few tuples of many values, many tuples of few values, and very many
// tuples. Each of them keeps the order of tuples with equal values.
TEST(ValueOrder, IsStableForAnyNumberOfTuples) {
  test::Choices choices(1);
  ValueSortScratch scratch;
  for (const std::size_t tuples : {1U, 5U, 40U, 1000U, 70000U}) {
    for (const Code distinct : {2U, 30U, 3000U, 200000U}) {
      std::vector<Code> codes(tuples);
      for (Code& code : codes)
        code = static_cast<Code>(choices.bits() % distinct);
      Places expected(tuples);
      std::iota(expected.begin(), expected.end(), 0U);
      std::stable_sort(expected.begin(), expected.end(),
                       [&](std::uint32_t a, std::uint32_t b) { return codes[a] < codes[b]; });
      ASSERT_EQ(sorted(codes, value_order(numbers(distinct)), scratch), expected)
          << tuples << " tuples of " << distinct << " values";
    }
  }
}

}  // namespace
}  // namespace microdata
