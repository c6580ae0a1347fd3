#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <vector>

#include "core/risk/label_cover.hpp"
#include "property/random_table.hpp"

// Compares regions of attributes with many values with their definition, by searching every region
// of every bucket for a value.

namespace microdata {
namespace {

using test::Choices;

// Returns a label's codes: a wide or narrow range, a single value, or a set.
CodeSet random_set(Choices& choices, Code values) {
  const auto from = static_cast<Code>(choices.between(0, static_cast<int>(values) - 1));
  const int kind = choices.between(0, 3);
  if (kind == 0) return CodeSet::range(from, from + 1);
  if (kind == 1) {
    const auto beyond = static_cast<Code>(choices.between(1, static_cast<int>(values)));
    return CodeSet::range(from, std::min(values, from + beyond));
  }
  if (kind == 2) return CodeSet::range(from, std::min<Code>(values, from + 3));
  std::vector<Code> codes;
  for (Code code = from; code < values; code += static_cast<Code>(choices.between(1, 9)))
    codes.push_back(code);
  return CodeSet::of(codes);
}

RegionAttribute random_attribute(Choices& choices, std::size_t rows, std::size_t tuples) {
  RegionAttribute attribute;
  attribute.values =
      static_cast<Code>(choices.one_in(3) ? choices.between(1, 6) : choices.between(20, 400));
  attribute.labels = static_cast<Code>(choices.between(1, 12));
  for (Code label = 0; label < attribute.labels; ++label)
    attribute.covers.push_back(random_set(choices, attribute.values));
  for (std::size_t row = 0; row < rows; ++row)
    attribute.published.push_back(
        static_cast<Code>(choices.between(0, static_cast<int>(attribute.labels) - 1)));
  for (std::size_t tuple = 0; tuple < tuples; ++tuple)
    attribute.tuples.push_back(
        static_cast<Code>(choices.between(0, static_cast<int>(attribute.values) - 1)));
  return attribute;
}

struct Table {
  std::vector<RegionAttribute> attributes;
  std::vector<std::uint32_t> bucket_of;
  std::uint32_t buckets = 0;
  std::size_t tuples = 0;

  bool covers(std::size_t row, std::size_t tuple) const {
    return std::all_of(attributes.begin(), attributes.end(), [&](const RegionAttribute& attribute) {
      return attribute.covers[attribute.published[row]].contains(attribute.tuples[tuple]);
    });
  }
  // Returns the rows of a bucket that cover a tuple, one of each combination of labels, in the
  // order of the combinations.
  std::vector<std::size_t> covering(std::uint32_t bucket, std::size_t tuple) const {
    std::set<std::pair<std::vector<Code>, std::size_t>> found;
    std::set<std::vector<Code>> seen;
    for (std::size_t row = 0; row < bucket_of.size(); ++row) {
      if (bucket_of[row] != bucket || !covers(row, tuple)) continue;
      std::vector<Code> labels;
      for (const RegionAttribute& attribute : attributes)
        labels.push_back(attribute.published[row]);
      if (seen.insert(labels).second) found.emplace(labels, row);
    }
    std::vector<std::size_t> rows;
    for (const auto& [labels, row] : found)
      rows.push_back(row);
    return rows;
  }
};

Table random_table(Choices& choices) {
  Table table;
  const auto rows = static_cast<std::size_t>(choices.between(1, 40));
  table.tuples = static_cast<std::size_t>(choices.between(1, 30));
  const int count = choices.between(1, 3);
  for (int a = 0; a < count; ++a)
    table.attributes.push_back(random_attribute(choices, rows, table.tuples));
  table.buckets = static_cast<std::uint32_t>(choices.between(1, 5));
  for (std::size_t row = 0; row < rows; ++row)
    table.bucket_of.push_back(
        static_cast<std::uint32_t>(choices.between(0, static_cast<int>(table.buckets) - 1)));
  return table;
}

// Returns the published values that cover a value of tuples.
std::vector<std::uint32_t> covering(const Covering& covering, std::uint32_t value) {
  std::vector<std::uint32_t> published;
  covering.for_each(value, [&](std::uint32_t one) { published.push_back(one); });
  EXPECT_EQ(published.size(), covering.buckets(value));
  return published;
}

// Returns the first and the last published value of each bucket's rows.
std::vector<std::pair<std::uint32_t, std::uint32_t>> values_of_buckets(
    const Table& table, const SlicedView::Values& values) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ends(table.buckets, {nowhere, 0});
  for (std::size_t row = 0; row < table.bucket_of.size(); ++row) {
    auto& [first, last] = ends[table.bucket_of[row]];
    first = std::min(first, values.published[row]);
    last = std::max(last, values.published[row]);
  }
  return ends;
}

TEST(CoveringProperty, RegionsInBucketsAreTheFirstThatCoverEachTuple) {
  int covered = 0;
  int ambiguous = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t) {
    const Table table = random_table(choices);
    const Regions found =
        find_regions_in_buckets(table.attributes, table.bucket_of, table.buckets, {});
    SlicedView::Values rest;
    rest.distinct = 3;
    for (std::size_t row = 0; row < table.bucket_of.size(); ++row)
      rest.published.push_back(static_cast<std::uint32_t>(choices.between(0, 2)));
    for (std::size_t tuple = 0; tuple < table.tuples; ++tuple)
      rest.tuples.push_back(static_cast<std::uint32_t>(choices.between(0, 2)));
    const SlicedView::Values whole = with_rest(found.values, rest, {});
    const auto regions = values_of_buckets(table, found.values);
    const auto wholes = values_of_buckets(table, whole);
    std::size_t several = 0;
    for (std::size_t tuple = 0; tuple < table.tuples; ++tuple) {
      std::vector<std::uint32_t> expected;
      std::vector<std::uint32_t> expected_whole;
      bool is_ambiguous = false;
      for (std::uint32_t bucket = 0; bucket < table.buckets; ++bucket) {
        const std::vector<std::size_t> rows = table.covering(bucket, tuple);
        is_ambiguous = is_ambiguous || rows.size() > 1;
        const std::uint32_t region = rows.empty() ? nowhere : found.values.published[rows.front()];
        std::uint32_t shown = nowhere;
        for (std::size_t row = 0; row < table.bucket_of.size(); ++row) {
          if (table.bucket_of[row] != bucket || found.values.published[row] != region) continue;
          if (rest.published[row] == rest.tuples[tuple]) shown = whole.published[row];
        }
        if (region != nowhere) expected.push_back(region);
        if (shown != nowhere) expected_whole.push_back(shown);
        if (regions[bucket].first == nowhere) continue;
        EXPECT_EQ(found.values.covering->in_bucket(regions[bucket].first, regions[bucket].second,
                                                   found.values.tuples[tuple]),
                  region);
        EXPECT_EQ(whole.covering->in_bucket(wholes[bucket].first, wholes[bucket].second,
                                            whole.tuples[tuple]),
                  shown);
      }
      several += is_ambiguous ? 1 : 0;
      covered += expected.empty() ? 0 : 1;
      EXPECT_EQ(covering(*found.values.covering, found.values.tuples[tuple]), expected);
      EXPECT_EQ(covering(*whole.covering, whole.tuples[tuple]), expected_whole);
    }
    EXPECT_EQ(found.ambiguous, several);
    ambiguous += several > 0 ? 1 : 0;
    for (std::size_t row = 0; row < table.bucket_of.size(); ++row) {
      double combinations = 1;
      for (const RegionAttribute& attribute : table.attributes)
        combinations *= static_cast<double>(attribute.covers[attribute.published[row]].size());
      EXPECT_EQ(found.values.covering->combinations(found.values.published[row]), combinations);
      EXPECT_EQ(whole.covering->combinations(whole.published[row]), combinations);
    }
  });
  EXPECT_GT(covered, test::expected_of(10000));
  EXPECT_GT(ambiguous, test::expected_of(1000));
}

TEST(CoveringProperty, RegionsOfAReleaseAreTheFirstThatCoverEachTuple) {
  int outside = 0;
  test::for_cases(2000, [&](Choices& choices, std::uint64_t) {
    Table table = random_table(choices);
    std::fill(table.bucket_of.begin(), table.bucket_of.end(), 0);
    const Regions found = find_regions(table.attributes, {});
    std::size_t several = 0;
    for (std::size_t tuple = 0; tuple < table.tuples; ++tuple) {
      const std::vector<std::size_t> rows = table.covering(0, tuple);
      several += rows.size() > 1 ? 1 : 0;
      outside += rows.empty() ? 1 : 0;
      EXPECT_EQ(found.values.tuples[tuple],
                rows.empty() ? nowhere : found.values.published[rows.front()]);
    }
    EXPECT_EQ(found.ambiguous, several);
  });
  EXPECT_GT(outside, test::expected_of(5000));
}

}  // namespace
}  // namespace microdata
