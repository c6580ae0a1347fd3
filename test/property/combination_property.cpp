#include <gtest/gtest.h>
#include <map>
#include <span>
#include <vector>

#include "core/microdata/combination.hpp"
#include "property/random_table.hpp"

namespace microdata {
namespace {

using test::Choices;

// Columns have few or many values, so that combinations are counted, sorted, or both.
TEST(CombinationProperty, AreNumberedInLexicographicOrder) {
  for (int i = 0; i < test::tried(1000); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const int rows = choices.between(0, i % 50 == 0 ? 20'000 : 200);
    std::vector<std::vector<Code>> columns(static_cast<std::size_t>(choices.between(0, 5)));
    std::vector<Code> domains;
    for (std::vector<Code>& column : columns) {
      const int domain = choices.of(std::vector<int>{1, 2, 7, 100, 3000, 100'000});
      domains.push_back(static_cast<Code>(domain));
      for (int row = 0; row < rows; ++row) {
        column.push_back(static_cast<Code>(choices.between(0, domain - 1)));
      }
    }
    std::map<std::vector<Code>, std::uint32_t> numbers;
    std::vector<std::vector<Code>> tuples;
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
      std::vector<Code> tuple;
      for (const std::vector<Code>& column : columns)
        tuple.push_back(column[row]);
      numbers[tuple] = 0;
      tuples.push_back(std::move(tuple));
    }
    std::uint32_t next = 0;
    for (auto& [tuple, number] : numbers)
      number = next++;

    const std::vector<std::span<const Code>> spans(columns.begin(), columns.end());
    const Combinations combinations = combine(static_cast<Row>(rows), spans, domains);
    EXPECT_EQ(combinations.distinct, numbers.size());
    ASSERT_EQ(combinations.of_row.size(), tuples.size());
    for (std::size_t row = 0; row < tuples.size(); ++row) {
      ASSERT_EQ(combinations.of_row[row], numbers[tuples[row]]);
    }
    const std::vector<Row> examples = representatives(combinations);
    for (std::size_t c = 0; c < examples.size(); ++c)
      EXPECT_EQ(combinations.of_row[examples[c]], c);
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace microdata
