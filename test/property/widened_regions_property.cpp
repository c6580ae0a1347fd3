#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

#include "core/slicing/widened_regions.hpp"
#include "property/random_table.hpp"

// Compares the regions that a bucket shows with the bucket's values.

namespace microdata {
namespace {

using test::Choices;

struct ShownRegions {
  Attribute attribute;
  OccurringValues occurring;
  std::vector<std::vector<Code>> regions;
};

// Returns some values of a domain in regions; neighbours may share a region.
ShownRegions random_regions(Choices& choices) {
  ShownRegions shown;
  shown.attribute.distinct = static_cast<Code>(choices.between(2, 60));
  shown.attribute.nullable = choices.one_in(3);
  const Code values = shown.attribute.distinct - (shown.attribute.nullable ? 1 : 0);
  if (choices.one_in(2)) {
    for (Code code = 0; code < shown.attribute.distinct; ++code)
      shown.attribute.projection.push_back(code);
  }
  std::vector<Code> region;
  for (Code code = 0; code < shown.attribute.distinct; ++code) {
    const bool shown_here = choices.one_in(2);
    if (code < values && (shown_here || choices.one_in(2))) shown.occurring.push_back(code);
    if (shown_here) region.push_back(code);
    if (!region.empty() && (choices.one_in(3) || code + 1 == values)) {
      shown.regions.push_back(region);
      region.clear();
    }
  }
  if (!region.empty()) shown.regions.push_back(region);
  return shown;
}

TEST(WidenedRegionsProperty, ReachNoOtherValueOfTheBucket) {
  int wider = 0;
  test::for_cases(4000, [&](Choices& choices, std::uint64_t seed) {
    const ShownRegions before = random_regions(choices);
    std::vector<Code> present;
    for (const std::vector<Code>& region : before.regions)
      present.insert(present.end(), region.begin(), region.end());
    std::vector<std::vector<Code>> after = before.regions;
    Random random = Random::seeded(seed);
    widen_regions(before.attribute, before.occurring, after, random);
    const Code values = before.attribute.distinct - (before.attribute.nullable ? 1 : 0);
    for (std::size_t i = 0; i < after.size(); ++i) {
      const std::vector<Code>& was = before.regions[i];
      const std::vector<Code>& is = after[i];
      EXPECT_TRUE(was.size() > 1 || is == was);
      EXPECT_TRUE(std::is_sorted(is.begin(), is.end()));
      EXPECT_TRUE(std::includes(is.begin(), is.end(), was.begin(), was.end()));
      EXPECT_EQ(is.back() >= values, was.back() >= values);
      if (!before.attribute.numeric()) {
        for (const Code code : is) {
          EXPECT_TRUE(code >= values ||
                      std::binary_search(before.occurring.begin(), before.occurring.end(), code));
        }
      } else if (is.front() < values) {
        EXPECT_GE(is.front(), before.occurring.front());
        EXPECT_LE(is.size() > 1 && is.back() >= values ? is[is.size() - 2] : is.back(),
                  before.occurring.back());
      }
      wider += is.size() > was.size() ? 1 : 0;
      EXPECT_TRUE(before.attribute.numeric() || is.size() <= was.size() + most_added);
      const Code last = is.back() >= values && is.size() > 1 ? is[is.size() - 2] : is.back();
      for (const Code code : present) {
        const bool own = std::binary_search(was.begin(), was.end(), code);
        if (before.attribute.numeric()) {
          EXPECT_TRUE(own || code >= values || code < is.front() || code > last);
        } else {
          EXPECT_EQ(std::binary_search(is.begin(), is.end(), code), own);
        }
      }
    }
  });
  EXPECT_GT(wider, test::expected_of(1000));
}

// Every fourth value occurs, and three of these form a region. An end of a region is an occurring
// value as often as any other value between two regions.
TEST(WidenedRegionsProperty, EndsAreValuesAsOftenAsChanceHasIt) {
  Attribute attribute;
  attribute.distinct = 400;
  for (Code code = 0; code < attribute.distinct; ++code)
    attribute.projection.push_back(code);
  OccurringValues occurring(attribute.distinct);
  std::iota(occurring.begin(), occurring.end(), 0U);
  std::vector<std::vector<Code>> regions;
  for (Code code = 0; code < attribute.distinct; code += 12)
    regions.push_back({code, code + 4, code + 8});
  Random random = Random::seeded(test::first_seed());
  int ends = 0;
  int values = 0;
  for (int times = 0; times < 200; ++times) {
    std::vector<std::vector<Code>> shown = regions;
    widen_regions(attribute, occurring, shown, random);
    for (std::size_t i = 1; i + 1 < shown.size(); ++i) {
      ends += 2;
      values += shown[i].front() % 4 == 0 ? 1 : 0;
      values += shown[i].back() % 4 == 0 ? 1 : 0;
    }
  }
  // The expected share is a quarter of about 13,000, with a tolerance of six standard deviations.
  EXPECT_NEAR(static_cast<double>(values) / ends, 0.25, 0.025);
}

}  // namespace
}  // namespace microdata
