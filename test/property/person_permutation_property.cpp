#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "core/series/person_permutation.hpp"
#include "property/random_table.hpp"

// Tests of slices of editions: every position has a value in some column, and no other arrangement
// is excluded.

namespace microdata {
namespace {

using test::Choices;
using test::for_cases;

using Empty = std::vector<std::vector<std::uint8_t>>;

// Returns empty cells such that every row has a value in some random column.
Empty random_empty(Choices& choices, std::size_t columns, std::size_t rows, int often) {
  Empty empty(columns, std::vector<std::uint8_t>(rows));
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t c = 0; c < columns; ++c)
      empty[c][row] = choices.between(1, 10) <= often ? 1 : 0;
    empty[static_cast<std::size_t>(choices.between(0, static_cast<int>(columns) - 1))][row] = 0;
  }
  return empty;
}

TuplePartition random_buckets(Choices& choices, Row rows) {
  TuplePartition buckets;
  for (Row row = 0; row < rows; ++row) {
    buckets.rows.push_back(row);
    if (row + 1 == rows || choices.one_in(4)) buckets.offsets.push_back(row + 1);
  }
  test::shuffle(buckets.rows, choices);
  return buckets;
}

bool is_covered(const std::vector<std::vector<Row>>& linking, const Empty& empty,
                std::size_t place) {
  for (std::size_t c = 0; c < empty.size(); ++c) {
    if (empty[c][linking[c][place]] == 0) return true;
  }
  return false;
}

TEST(PersonPermutation, LeavesNoPlaceEmpty) {
  std::size_t covered_at_once = 0;
  for_cases(600, [&](Choices& choices, std::uint64_t seed) {
    const auto rows = static_cast<Row>(choices.between(1, 24));
    const auto columns = static_cast<std::size_t>(choices.between(1, 4));
    const Empty empty = random_empty(choices, columns, rows, choices.between(0, 10));
    const TuplePartition buckets = random_buckets(choices, rows);
    Random random = Random::seeded(seed);
    const unsigned draws = choices.one_in(2) ? 32 : 1;
    const auto linking = permute_persons(buckets, empty, random, {}, draws);
    covered_at_once += draws == 1 ? 1 : 0;
    ASSERT_EQ(linking.size(), columns);
    for (std::size_t b = 0; b < buckets.buckets(); ++b) {
      const std::span<const Row> persons = buckets.bucket(b);
      for (const std::vector<Row>& of_column : linking) {
        const auto placed = std::span(of_column).subspan(buckets.offsets[b], persons.size());
        EXPECT_TRUE(std::is_permutation(placed.begin(), placed.end(), persons.begin()));
      }
    }
    for (std::size_t place = 0; place < rows; ++place)
      EXPECT_TRUE(is_covered(linking, empty, place));
  });
  EXPECT_GT(covered_at_once, test::expected_of(100));
}

// Two rows that are empty in different columns leave two of four arrangements. Three rows in three
// columns without empty cells have all 216.
TEST(PersonPermutation, DrawsEveryArrangementThatIsLeft) {
  const TuplePartition two{{0, 1}, {0, 2}};
  const TuplePartition three{{0, 1, 2}, {0, 3}};
  const Empty apart{{1, 0}, {0, 1}};
  const Empty full(3, std::vector<std::uint8_t>(3));
  Random random = Random::seeded(7);
  std::map<std::vector<std::vector<Row>>, int> of_two;
  std::set<std::vector<std::vector<Row>>> of_three;
  for (int i = 0; i < 4000; ++i) {
    ++of_two[permute_persons(two, apart, random, {})];
    of_three.insert(permute_persons(three, full, random, {}));
  }
  ASSERT_EQ(of_two.size(), 2U);
  // The tolerance is five standard deviations of a fair coin.
  for (const auto& [arrangement, times] : of_two)
    EXPECT_NEAR(times, 2000, 160);
  EXPECT_EQ(of_three.size(), 216U);
}

// Half of twenty rows are empty in one column and half in the other. Only one of 184,756 draws
// would be valid.
TEST(PersonPermutation, EndsWhereDrawingWouldNot) {
  TuplePartition buckets;
  Empty empty(2, std::vector<std::uint8_t>(20));
  for (Row row = 0; row < 20; ++row) {
    buckets.rows.push_back(row);
    empty[row % 2][row] = 1;
  }
  buckets.offsets.push_back(20);
  Random random = Random::seeded(3);
  std::set<std::vector<Row>> first_columns;
  for (int i = 0; i < 50; ++i) {
    const auto linking = permute_persons(buckets, empty, random, {});
    for (std::size_t place = 0; place < 20; ++place)
      EXPECT_TRUE(is_covered(linking, empty, place));
    first_columns.insert(linking[0]);
  }
  EXPECT_EQ(first_columns.size(), 50U);
}

}  // namespace
}  // namespace microdata
