#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <set>

#include "core/partition/mondrian_space.hpp"
#include "core/privacy/sensitive_distribution.hpp"
#include "core/regions/cut_tree.hpp"
#include "core/regions/region_cuts.hpp"
#include "core/regions/region_margin.hpp"
#include "core/regions/share_margin.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {
namespace {

Attribute attribute(Code distinct, Role role = Role::quasi_identifier) {
  Attribute a;
  a.distinct = distinct;
  a.role = role;
  return a;
}

CutNode region(std::uint32_t number) {
  CutNode node;
  node.region = number;
  return node;
}

CutNode cut(std::size_t attribute, Code first_right, std::size_t left, std::size_t right) {
  return {std::nullopt, attribute, first_right, left, right};
}

// Returns the tree a0 < 2 ? 0 : (a1 < 1 ? 1 : (a0 < 3 ? 2 : 3)).
CutTree a_tree() {
  return {{cut(0, 2, 1, 2), region(0), cut(1, 1, 3, 4), region(1), cut(0, 3, 5, 6), region(2),
           region(3)}};
}

// Returns rows with every pair of codes 0 .. 7 of two attributes and the sensitive attribute
// `value`.
Microdata grid(const std::function<Code(Code, Code)>& value, Code values) {
  Microdata data;
  data.rows = 64;
  data.attributes = {attribute(8), attribute(8), attribute(values, Role::sensitive)};
  data.columns.resize(3);
  for (Code a = 0; a < 8; ++a) {
    for (Code b = 0; b < 8; ++b) {
      data.columns[0].push_back(a);
      data.columns[1].push_back(b);
      data.columns[2].push_back(value(a, b));
    }
  }
  return data;
}

RegionCutOptions options(std::uint32_t regions, double rows) {
  RegionCutOptions result;
  result.regions = regions;
  result.attributes = {0, 1};
  result.sensitive = {2};
  result.rows = rows;
  return result;
}

TEST(CutTree, TuplesGoWhereTheirValuesLie) {
  Microdata data;
  data.rows = 5;
  data.attributes = {attribute(5), attribute(2)};
  data.attributes[0].nullable = true;
  data.columns = {{1, 2, 2, 3, 4}, {1, 0, 1, 1, 0}};
  EXPECT_EQ(a_tree().regions(), 4U);
  // NULL, code 4, is on the right of every cut.
  EXPECT_EQ(regions_of(a_tree(), data), (std::vector<std::uint32_t>{0, 1, 2, 3, 1}));
  EXPECT_EQ(regions_of({{region(0)}}, data), (std::vector<std::uint32_t>(5)));
}

TEST(CutTree, WhatIsNotEligibleIsOneRegionWithItsSiblings) {
  const auto merged = [](const std::set<std::vector<std::uint32_t>>& ineligible) {
    return merge_regions(a_tree(), [&](std::span<const std::uint32_t> regions) {
      return ineligible.count({regions.begin(), regions.end()}) == 0;
    });
  };
  EXPECT_EQ(merged({}).regions(), 4U);
  EXPECT_EQ(merged({{2}}).regions(), 3U);
  // A region next to a cut is merged with all regions below the cut.
  EXPECT_EQ(merged({{1}}).regions(), 2U);
  EXPECT_EQ(merged({{3}, {2, 3}}).regions(), 2U);
  EXPECT_EQ(merged({{0}}).regions(), 1U);
  // The whole table is one region even if it is not eligible.
  EXPECT_EQ(merged({{1}, {1, 2, 3}, {0, 1, 2, 3}}).regions(), 1U);

  const CutTree tree = merged({{3}});
  Microdata data;
  data.rows = 4;
  data.attributes = {attribute(5), attribute(2)};
  data.columns = {{1, 2, 2, 3}, {1, 0, 1, 1}};
  EXPECT_EQ(regions_of(tree, data), (std::vector<std::uint32_t>{0, 1, 2, 2}));
}

TEST(CutRegions, OfAWholeTableAreCutAtMedians) {
  const Microdata data = grid([](Code a, Code b) { return (a + b) % 4; }, 4);
  RegionCutOptions o = options(4, 64);
  o.l = 4;
  const CutTree tree = cut_regions(data, o, {});
  ASSERT_EQ(tree.regions(), 4U);
  std::vector<int> sizes(4);
  for (const std::uint32_t r : regions_of(tree, data))
    ++sizes[r];
  EXPECT_EQ(sizes, (std::vector<int>(4, 16)));
}

// Returns a table without an even cut by the first attribute, because most of its values are equal.
// On the right side `share` of the rows have the first sensitive value. The left side has enough
// rows with it to make it half of all. The second attribute can be halved and is independent of the
// sensitive one.
Microdata lopsided_table(double share) {
  constexpr Row rows = 1000;
  constexpr Row on_the_right = 200;
  Microdata data;
  data.rows = rows;
  data.attributes = {attribute(3), attribute(8), attribute(2, Role::sensitive)};
  data.columns.resize(3);
  const auto ones_right = static_cast<Row>(share * on_the_right);
  for (Row row = 0; row < rows; ++row) {
    const bool right = row >= rows - on_the_right;
    const bool one = right ? row >= rows - ones_right : row < rows / 2 - ones_right;
    data.columns[0].push_back(right ? 2 : row % 20 == 0 ? 0 : 1);
    data.columns[1].push_back(row % 8);
    data.columns[2].push_back(one ? 0 : 1);
  }
  return data;
}

CutNode first_cut(const Microdata& data, std::uint32_t regions, double l, bool oblivious) {
  RegionCutOptions o = options(regions, data.rows);
  o.l = l;
  o.oblivious = oblivious;
  return cut_regions(data, o, {}).nodes.front();
}

TEST(CutRegions, AreCutWhereMondrianWouldCut) {
  const Microdata data = lopsided_table(0.5);
  EXPECT_EQ(first_cut(data, 8, 1.5, false).attribute, 0U);
  EXPECT_EQ(first_cut(data, 8, 1.5, false).first_right, 2U);
  // Oblivious regions are not merged, so that even cuts are better.
  EXPECT_EQ(first_cut(data, 8, 1.5, true).attribute, 1U);
}

TEST(CutRegions, LeaveRoomWhileMoreCutsAreToCome) {
  // The largest share is half. The cut may use nine tenths of the room from there to 3/5.
  const Microdata data = lopsided_table(0.59);
  EXPECT_EQ(first_cut(data, 8, 5.0 / 3, false).attribute, 1U);
  EXPECT_EQ(first_cut(data, 2, 5.0 / 3, false).attribute, 0U);
  EXPECT_EQ(first_cut(lopsided_table(0.57), 8, 5.0 / 3, false).attribute, 0U);
}

TEST(CutRegions, AreCutWhereBothSidesAreDiverse) {
  // The first attribute determines the sensitive value, the second is independent of it.
  const Microdata data = grid([](Code a, Code /*b*/) { return a / 2; }, 4);
  RegionCutOptions o = options(100, 64);
  o.l = 4;
  const CutTree tree = cut_regions(data, o, {});
  EXPECT_EQ(tree.regions(), 8U);
  for (const CutNode& node : tree.nodes)
    EXPECT_TRUE(node.region || node.attribute == 1);
  o.oblivious = true;
  EXPECT_EQ(cut_regions(data, o, {}).regions(), 64U);
}

TEST(CutRegions, DoNotPartEqualValuesNorNull) {
  Microdata data = grid([](Code a, Code /*b*/) { return a % 2; }, 2);
  // Ranges distinguish 0 .. 3 from 4 .. 7, and do not distinguish NULL.
  data.attributes[0].same_end = {0, 0, 0, 0, 4, 4, 4, 4};
  data.attributes[1].nullable = true;
  for (Code& b : data.columns[1])
    b = b < 4 ? 0 : 7;
  const CutTree tree = cut_regions(data, options(100, 64), {});
  ASSERT_EQ(tree.regions(), 2U);
  EXPECT_EQ(tree.nodes[0].attribute, 0U);
  EXPECT_EQ(tree.nodes[0].first_right, 4U);
}

TEST(CutRegions, KeepWhatIsKnownTogether) {
  // The first attribute determines the sensitive value of rows with value 0 of the second.
  const Microdata data = grid([](Code a, Code b) { return b == 0 ? a / 4 : (a + b) % 2; }, 2);
  RegionCutOptions o = options(2, 64);
  o.l = 1.5;
  ASSERT_EQ(cut_regions(data, o, {}).nodes[0].attribute, 0U);
  o.known = {{{1}, {}}};
  const CutTree tree = cut_regions(data, o, {});
  ASSERT_EQ(tree.regions(), 2U);
  EXPECT_EQ(tree.nodes[0].attribute, 1U);

  // Any other attribute would divide a combination that the sample lacks.
  o.l = 1;
  o.known = {{{1}, {{7}}}};
  ASSERT_EQ(cut_regions(data, o, {}).nodes[0].attribute, 0U);
  o.known = {{{1}, {{7}, {8}}}};
  EXPECT_EQ(cut_regions(data, o, {}).nodes[0].attribute, 1U);
}

TEST(CutRegions, HaveEnoughRows) {
  const Microdata data = grid([](Code a, Code /*b*/) { return a % 2; }, 2);
  RegionCutOptions o = options(100, 64);
  o.fewest = 9;
  EXPECT_EQ(cut_regions(data, o, {}).regions(), 4U);
  const PrivacyRequirement privacy(data, {2}, {KAnonymity{17}}, {});
  o.privacy = &privacy;
  EXPECT_EQ(cut_regions(data, o, {}).regions(), 2U);
  // If the rows are a sample, so few rows are not sufficient evidence.
  o.rows = 65;
  EXPECT_EQ(cut_regions(data, o, {}).regions(), 1U);
}

TEST(CutRegions, OfASampleHaveAMargin) {
  const Microdata data = grid([](Code a, Code b) { return (a + b) % 4; }, 4);
  RegionCutOptions o = options(4, 64);
  o.l = 3.9;
  EXPECT_EQ(cut_regions(data, o, {}).regions(), 4U);
  o.rows = 6400;
  EXPECT_EQ(cut_regions(data, o, {}).regions(), 1U);
}

TEST(CutRegions, OfATableWithoutRowsAreOne) {
  Microdata data = grid([](Code, Code) { return 0; }, 1);
  data.rows = 0;
  for (std::vector<Code>& column : data.columns)
    column.clear();
  EXPECT_EQ(cut_regions(data, options(4, 0), {}).regions(), 1U);
}

TEST(SampleSize, GrowsWithRegionsAndWithLessRoom) {
  EXPECT_EQ(sample_size(0.1, 2, 1, 1e-6), 10000U);
  EXPECT_LT(sample_size(0.2, 3, 64, 1e-6), sample_size(0.3, 3, 64, 1e-6));
  EXPECT_LT(sample_size(0.2, 3, 64, 1e-6), sample_size(0.2, 3, 256, 1e-6));
  EXPECT_EQ(sample_size(0.3333, 3, 64, 1e-6), 1U << 20U);
  EXPECT_EQ(sample_size(0.4, 3, 64, 1e-6), 10000U);
  const SensitiveDistribution table({30, 30, 40});
  const std::vector<PrivacyModel> close{TCloseness{0.2}};
  const std::vector<PrivacyModel> closer{TCloseness{0.1}};
  EXPECT_LT(sample_size(table, close, 16, 1e-6), sample_size(table, closer, 16, 1e-6));
  EXPECT_EQ(sample_size(table, {}, 16, 1e-6), 10000U);
}

// Returns a sum of binomial probabilities.
double binomial(int n, double p, const std::function<bool(int)>& counts) {
  double sum = 0;
  for (int x = 0; x <= n; ++x) {
    if (!counts(x)) continue;
    sum += std::exp(std::lgamma(n + 1.0) - std::lgamma(x + 1.0) - std::lgamma(n - x + 1.0) +
                    x * std::log(p) + (n - x) * std::log1p(-p));
  }
  return sum;
}

TEST(ShareMargin, IsNotBelowTheBinomial) {
  for (const int n : {1, 7, 60}) {
    for (const double p : {0.01, 0.3, 0.5, 0.9}) {
      for (int x = 0; x <= n; ++x) {
        EXPECT_GE(chance_of_so_few(x, n, p) * (1 + 1e-9),
                  binomial(n, p, [&](int i) { return i <= x; }));
        EXPECT_GE(chance_of_so_many(x, n, p) * (1 + 1e-9),
                  binomial(n, p, [&](int i) { return i >= x; }));
      }
    }
  }
}

TEST(TableCounts, AreWhatModelsCompareWith) {
  Microdata data = grid([](Code a, Code /*b*/) { return a % 2; }, 3);
  EXPECT_DOUBLE_EQ(sensitive_distribution(data, 2, {}).share(0), 0.5);
  data.attributes[2].table_counts = {10, 20, 70};
  const SensitiveDistribution table = sensitive_distribution(data, 2, {});
  EXPECT_DOUBLE_EQ(table.share(0), 0.1);
  EXPECT_EQ(table.distinct(), 3U);
  // The rows lack a value of the table.
  const PrivacyRequirement privacy(data, {2}, {DeltaDisclosure{5}}, {});
  const std::vector<ValueCount> both{{0, 32}, {1, 32}};
  EXPECT_FALSE(privacy.holds(0, both));
}

TEST(TableCounts, AreWhatEntropyIsLostOf) {
  Microdata data = grid([](Code a, Code /*b*/) { return a % 2; }, 3);
  Attribute& attribute = data.attributes[2];
  attribute.table_counts = {10, 20, 70};
  const CoverPenalty penalty(attribute, LossMeasure::entropy, data.columns[2], {});
  const double entropy = -(0.1 * std::log(0.1) + 0.2 * std::log(0.2) + 0.7 * std::log(0.7));
  EXPECT_NEAR(penalty.of(std::vector<Code>{0, 1}), 1 + std::log(0.3) / entropy, 1e-12);
  const Axis axis = make_ordered_axis(data, 2, {}, LossMeasure::entropy);
  EXPECT_EQ(axis.position, (std::vector<float>{0.0F, 0.1F, 0.3F}));
}

}  // namespace
}  // namespace microdata
