#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <vector>

#include "core/microdata/attribute_set.hpp"
#include "core/slicing/rare_values.hpp"
#include "property/random_table.hpp"

// Compares buckets after the removal of rare sensitive values with all subsets of small buckets.

namespace microdata {
namespace {

using test::Choices;

bool all_values_common(const Microdata& data, const std::vector<Row>& rows, std::uint32_t k) {
  for (const std::size_t attribute : attributes_with_role(data, Role::sensitive)) {
    std::map<Code, std::uint32_t> count;
    for (const Row row : rows)
      ++count[data.columns[attribute][row]];
    for (const auto& [code, times] : count) {
      if (times < k) return false;
    }
  }
  return true;
}

// Returns the largest subset in which each sensitive value is common. The union of two such subsets
// is such a subset, so that one subset contains all others.
std::vector<Row> largest_common(const Microdata& data, const std::vector<Row>& rows,
                                std::uint32_t k) {
  std::vector<Row> largest;
  for (std::uint32_t subset = 0; subset < 1U << rows.size(); ++subset) {
    std::vector<Row> chosen;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if ((subset >> i & 1U) != 0) chosen.push_back(rows[i]);
    }
    if (chosen.size() > largest.size() && all_values_common(data, chosen, k)) largest = chosen;
  }
  return largest;
}

// A judge that requires a number of rows and a number of distinct values of the first sensitive
// attribute.
struct WantsRows : GroupJudge {
  WantsRows(const Microdata& table, std::size_t fewest, std::size_t different)
      : data(table), rows(fewest), values(different) {}

  bool holds(std::span<const Row> judged) override {
    std::set<Code> found;
    for (const Row row : judged)
      found.insert(data.columns[attributes_with_role(data, Role::sensitive).front()][row]);
    return judged.size() >= rows && found.size() >= values;
  }
  bool alike(Row, Row) const override { return false; }

  const Microdata& data;
  std::size_t rows;
  std::size_t values;
};

TEST(RareValues, WhatIsLeftIsTheMostThatHolds) {
  int joined = 0;
  int emptied = 0;
  test::for_cases(600, [&](Choices& choices, std::uint64_t) {
    const Microdata data =
        test::random_table(choices, {.most_rows = 12, .most_sensitive = choices.one_in(2) ? 1 : 3});
    TuplePartition buckets;
    for (Row row = 0; row < data.rows; ++row) {
      buckets.rows.push_back(row);
      if (row + 1 == data.rows || choices.one_in(4)) buckets.offsets.push_back(row + 1);
    }
    const auto k = static_cast<std::uint32_t>(choices.between(2, 4));
    WantsRows judge(data, static_cast<std::size_t>(choices.between(1, 4)),
                    static_cast<std::size_t>(choices.between(1, 2)));
    std::size_t rare = 0;
    for (std::size_t b = 0; b < buckets.buckets(); ++b) {
      const std::vector<Row> rows(buckets.bucket(b).begin(), buckets.bucket(b).end());
      rare += rows.size() - largest_common(data, rows, k).size();
    }
    EXPECT_EQ(rows_with_rare_values(data, buckets, k, {}), rare);
    const TuplePartition left = without_rare_values(data, buckets, k, judge, {});
    EXPECT_LE(left.rows.size(), buckets.rows.size());
    EXPECT_TRUE(left.buckets() == 0 || buckets.rows.size() - left.rows.size() <= rare);
    // Each bucket is the rest of some neighbours, and all buckets belong to some bucket of the
    // result.
    std::size_t b = 0;
    for (std::size_t i = 0; i < left.buckets(); ++i) {
      const auto bucket = left.bucket(i);
      const std::vector<Row> rows(bucket.begin(), bucket.end());
      EXPECT_TRUE(judge.holds(rows));
      EXPECT_TRUE(all_values_common(data, rows, k));
      std::vector<Row> from;
      std::vector<Row> expected;
      const std::size_t first = b;
      const bool is_last = i + 1 == left.buckets();
      while (b < buckets.buckets() && (is_last || !judge.holds(expected))) {
        from.insert(from.end(), buckets.bucket(b).begin(), buckets.bucket(b).end());
        expected = largest_common(data, from, k);
        ++b;
      }
      EXPECT_EQ(rows, expected);
      joined += b > first + 1 ? 1 : 0;
    }
    if (left.buckets() > 0) {
      EXPECT_EQ(b, buckets.buckets());
    } else {
      ++emptied;
      EXPECT_FALSE(judge.holds(largest_common(data, buckets.rows, k)));
    }
  });
  EXPECT_GT(joined, test::expected_of(50));
  EXPECT_GT(emptied, test::expected_of(50));
}

}  // namespace
}  // namespace microdata
