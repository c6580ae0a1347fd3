#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <vector>

#include "core/slicing/value_regions.hpp"
#include "property/random_table.hpp"

// Compares regions of a single attribute with all divisions of its values.

namespace microdata {
namespace {

using test::Choices;

std::vector<ValueRows> random_values(Choices& choices, std::size_t k) {
  std::vector<ValueRows> values;
  Code value = 0;
  for (int i = choices.between(1, 9); i > 0; --i) {
    value += static_cast<Code>(choices.between(1, 4));
    values.push_back({value, static_cast<std::size_t>(choices.one_in(3) ? choices.between(1, 20)
                                                                        : choices.between(1, 2))});
  }
  // One value gets the missing rows.
  values[static_cast<std::size_t>(choices.between(0, static_cast<int>(values.size()) - 1))].rows +=
      k;
  return values;
}

// Returns the width of a division; bit i means that a region ends after value i. Returns infinity
// if a region has fewer than k rows.
double width_of(const std::vector<ValueRows>& values, std::size_t k, unsigned ends) {
  double width = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i + 1 < values.size() && (ends >> i & 1U) == 0) continue;
    std::size_t rows = 0;
    for (std::size_t j = begin; j <= i; ++j)
      rows += values[j].rows;
    if (rows < k) return std::numeric_limits<double>::infinity();
    if (i > begin)
      width += static_cast<double>(rows) * (values[i].value - values[begin].value + 1.0);
    begin = i + 1;
  }
  return width;
}

TEST(ValueRegionsProperty, OrderedOnesAreOfLeastWidth) {
  int several = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t) {
    const auto k = static_cast<std::size_t>(choices.between(1, 6));
    const std::vector<ValueRows> values = random_values(choices, k);
    double least = std::numeric_limits<double>::infinity();
    for (unsigned ends = 0; ends < 1U << (values.size() - 1); ++ends)
      least = std::min(least, width_of(values, k, ends));
    const std::vector<std::uint32_t> region = ordered_regions(values, k);
    unsigned ends = 0;
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
      EXPECT_TRUE(region[i + 1] == region[i] || region[i + 1] == region[i] + 1);
      ends |= region[i + 1] > region[i] ? 1U << i : 0;
    }
    EXPECT_EQ(region.front(), 0U);
    EXPECT_EQ(width_of(values, k, ends), least);
    several += region.back() > 0 && least > 0 ? 1 : 0;
  });
  EXPECT_GT(several, test::expected_of(500));
}

TEST(ValueRegionsProperty, OfOthersAValueOfKRowsJoinsNoneWhereTheRestHasK) {
  int joined = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t) {
    const auto k = static_cast<std::size_t>(choices.between(1, 6));
    const std::vector<ValueRows> values = random_values(choices, k);
    const std::vector<std::uint32_t> region = unordered_regions(values, k);
    std::map<std::uint32_t, std::size_t> rows;
    std::map<std::uint32_t, std::size_t> of_several;
    std::size_t rest = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      rows[region[i]] += values[i].rows;
      ++of_several[region[i]];
      rest += values[i].rows < k ? values[i].rows : 0;
    }
    for (const auto& [one, count] : rows)
      EXPECT_GE(count, k);
    int shared = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i].rows >= k && of_several[region[i]] > 1) ++shared;
    }
    EXPECT_EQ(shared, rest > 0 && rest < k ? 1 : 0);
    joined += shared;
  });
  EXPECT_GT(joined, test::expected_of(300));
}

}  // namespace
}  // namespace microdata
