#include "core/partition/cut_choice.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <numeric>
#include <optional>

#include "core/microdata/attribute_set.hpp"
#include "core/partition/attribute_cuts.hpp"
#include "core/partition/class_tuples.hpp"
#include "core/partition/counted_requirement.hpp"
#include "core/partition/cut_requirement.hpp"
#include "property/random_table.hpp"

namespace microdata {
namespace {

using Places = std::vector<std::uint32_t>;

Attribute category(Code distinct) {
  Attribute attribute;
  attribute.distinct = distinct;
  return attribute;
}

Attribute numeric(std::vector<double> projection) {
  Attribute attribute = category(static_cast<Code>(projection.size()));
  attribute.projection = std::move(projection);
  return attribute;
}

Attribute sensitive(Code distinct) {
  Attribute attribute = category(distinct);
  attribute.role = Role::sensitive;
  return attribute;
}

// Returns a hierarchy in which 0 and 1 share a label, 2 and 3 share a label, and 4 has its own.
// Both shared labels have a common label above them.
Attribute tree() {
  Attribute attribute = category(5);
  attribute.hierarchy = {{{0, 1, 2, 3, 4}, {0, 0, 1, 1, 2}, {0, 0, 0, 0, 1}, {0, 0, 0, 0, 0}},
                         {5, 3, 2, 1}};
  return attribute;
}

Microdata table(std::vector<Attribute> attributes, std::vector<std::vector<Code>> columns) {
  Microdata data;
  data.rows = static_cast<Row>(columns.front().size());
  data.attributes = std::move(attributes);
  data.columns = std::move(columns);
  return data;
}

struct Options : GainCutOptions {
  double l = 1;
};

// A class of all tuples of a table, with everything that decides on its cuts.
struct WholeTable {
  WholeTable(Microdata source, std::vector<PrivacyModel> models, const Options& options)
      : data(std::move(source)),
        strata(all_ungrouped_strata(data, attributes_with_role(data, Role::sensitive))),
        privacy(data, attributes_with_role(data, Role::sensitive), std::move(models), {}),
        requirement(cut_requirement(strata, privacy, options.l)),
        rules(cut_rules(data, attributes_with_role(data, Role::quasi_identifier), *requirement,
                        options)),
        scratch(rules),
        rows(data.rows) {
    std::iota(rows.begin(), rows.end(), 0U);
    for (const Row row : rows) {
      for (const std::size_t a : rules.attributes)
        codes.push_back(data.columns[a][row]);
    }
  }
  WholeTable(const WholeTable&) = delete;
  WholeTable& operator=(const WholeTable&) = delete;

  const CutClass* choose() { return choose_cut(rules, rows, codes, scratch, {}); }

  Microdata data;
  std::vector<Strata> strata;
  PrivacyRequirement privacy;
  std::unique_ptr<const CutRequirement> requirement;
  CutRules rules;
  CutScratch scratch;
  std::vector<Row> rows;
  std::vector<Code> codes;
};

// Returns the parts of a cut, each with its rows in ascending order.
std::vector<std::vector<Row>> parts_of(const CutClass& cut) {
  std::vector<std::vector<Row>> parts;
  std::size_t begin = 0;
  for (const std::size_t end : cut.ends) {
    parts.emplace_back(cut.rows.begin() + static_cast<std::ptrdiff_t>(begin),
                       cut.rows.begin() + static_cast<std::ptrdiff_t>(end));
    std::sort(parts.back().begin(), parts.back().end());
    begin = end;
  }
  return parts;
}

using Parts = std::vector<std::vector<Row>>;

Options with(Grouping grouping, double l = 1) {
  Options options;
  options.grouping = grouping;
  options.l = l;
  return options;
}

TEST(ClassTuples, HasTheCodesOfWhatVaries) {
  const std::vector<Row> rows{4, 7, 2};
  const std::vector<Code> codes{1, 5, 0, 3, 1, 6, 0, 3, 1, 5, 2, 3};
  ClassTuples tuples;
  tuples.varying = {9};
  take_class(rows, codes, 4, tuples, {});
  EXPECT_EQ(tuples.varying, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(tuples.codes, (std::vector<Code>{5, 0, 6, 0, 5, 2}));
  EXPECT_EQ(tuples.size(), 3U);
  EXPECT_EQ(tuples.column(1)[2], 2U);
  const Places order{2, 0, 1};
  EXPECT_EQ((OrderedTuples{tuples, order}.code_at(0, 1)), 2U);
  EXPECT_EQ((OrderedTuples{tuples, order}.code_at(2, 0)), 6U);
}

TEST(ClassTuples, MayVaryInNothing) {
  const std::vector<Row> rows{0, 1};
  ClassTuples tuples;
  take_class(rows, std::vector<Code>{3, 3}, 1, tuples, {});
  EXPECT_TRUE(tuples.varying.empty());
  EXPECT_TRUE(tuples.codes.empty());
}

// Tallies of two sensitive attributes of 8 tuples.
struct Tallies {
  Tallies()
      : data(table({sensitive(4), sensitive(3)},
                   {{0, 0, 1, 2, 0, 3, 3, 1}, {0, 1, 2, 0, 1, 2, 0, 1}})),
        strata(all_ungrouped_strata(data, {0, 1})),
        tallies{ValueTally(strata[0]), ValueTally(strata[1])} {}
  Tallies(const Tallies&) = delete;
  Tallies& operator=(const Tallies&) = delete;

  Microdata data;
  std::vector<Strata> strata;
  std::vector<ValueTally> tallies;
};

TEST(ValueTally, CountsWhatWasAdded) {
  Tallies t;
  ValueTally& tally = t.tallies[0];
  for (const Row row : {0U, 2U, 4U, 3U})
    tally.add(row);
  EXPECT_EQ(tally.tuples(), 4U);
  EXPECT_EQ(tally.distinct(), 3U);
  EXPECT_EQ(tally.largest(), 2U);
  tally.clear(std::vector<Row>{0, 1, 2, 3, 4});
  EXPECT_EQ(tally.tuples(), 0U);
  tally.add(4);
  EXPECT_EQ(tally.distinct(), 1U);
  EXPECT_EQ(tally.largest(), 1U);
}

TEST(ValueTally, HistogramLeavesItEmpty) {
  Tallies t;
  const std::vector<Row> rows{6, 0, 5, 1, 4};
  for (int round = 0; round < 2; ++round) {
    const std::span<const ValueCount> counts = t.tallies[0].histogram(rows);
    ASSERT_EQ(counts.size(), 2U);
    EXPECT_EQ(counts[0].value, 3U);
    EXPECT_EQ(counts[0].tuples, 2U);
    EXPECT_EQ(counts[1].value, 0U);
    EXPECT_EQ(counts[1].tuples, 3U);
    EXPECT_EQ(t.tallies[0].tuples(), 0U);
  }
}

TEST(CountedRequirement, TakesTheStrictestOfWhatCanBeCounted) {
  Tallies t;
  using Variant = LDiversity::Variant;
  const auto counted = [&](std::vector<PrivacyModel> models, double l) {
    return counted_part(PrivacyRequirement(t.data, {0, 1}, std::move(models), {}), l);
  };
  const CountedRequirement none = counted({}, 2.5);
  EXPECT_EQ(none.fewest, 3U);
  EXPECT_EQ(none.l, 2.5);
  EXPECT_EQ(none.distinct, 0);
  EXPECT_TRUE(none.complete);
  const CountedRequirement two = counted(
      {KAnonymity{2}, LDiversity{3, Variant::distinct, 1}, LDiversity{2, Variant::distinct, 1}}, 1);
  EXPECT_EQ(two.fewest, 3U);
  EXPECT_EQ(two.distinct, 3);
  EXPECT_TRUE(two.complete);
  EXPECT_FALSE(counted({KAnonymity{2}, LDiversity{2, Variant::entropy, 1}}, 1).complete);
  EXPECT_FALSE(counted({LDiversity{2, Variant::recursive, 1}, KAnonymity{2}}, 1).complete);
}

// Marking in one pass finds the same places as a check of each half.
TEST(CountedRequirement, IsMarkedAsItHolds) {
  test::Choices choices(2);
  Tallies t;
  std::vector<Row> rows(t.data.rows);
  std::iota(rows.begin(), rows.end(), 0U);
  int marked = 0;
  std::vector<std::uint8_t> allowed{1, 1, 1};
  for (int round = 0; round < 500; ++round) {
    for (std::size_t i = rows.size(); i > 1; --i)
      std::swap(rows[i - 1],
                rows[static_cast<std::size_t>(choices.between(1, static_cast<int>(i))) - 1]);
    CountedRequirement counted;
    counted.fewest = static_cast<std::size_t>(choices.between(1, 3));
    counted.l = choices.of(std::vector<double>{1, 1.5, 2});
    counted.distinct = choices.between(0, 3);
    std::vector<std::uint32_t> largest;
    count_class(rows, t.tallies, largest);
    mark_allowed(counted, rows, largest, t.tallies, allowed);
    ASSERT_EQ(allowed.size(), rows.size() + 1);
    for (std::size_t p = 0; p <= rows.size(); ++p) {
      const bool holds =
          counted_part_holds(counted, std::span<const Row>(rows).first(p), t.tallies) &&
          counted_part_holds(counted, std::span<const Row>(rows).subspan(p), t.tallies);
      ASSERT_EQ(allowed[p] != 0, holds) << "round " << round << ", place " << p;
      marked += allowed[p];
    }
  }
  EXPECT_GT(marked, 100);
}

TEST(CountedRequirement, HoldsForEverySensitiveAttribute) {
  Tallies t;
  CountedRequirement counted;
  const auto holds = [&](const std::vector<Row>& rows) {
    return counted_part_holds(counted, rows, t.tallies);
  };
  counted.distinct = 2;
  EXPECT_TRUE(holds({0, 2}));
  EXPECT_FALSE(holds({0, 1}));  // both tuples have one value of the first attribute
  EXPECT_FALSE(holds({2, 5}));  // both tuples have one value of the second attribute
  counted.distinct = 0;
  counted.l = 2;
  EXPECT_TRUE(holds({0, 2}));
  EXPECT_FALSE(holds({0, 1, 2}));
  counted.fewest = 3;
  EXPECT_FALSE(holds({0, 2}));
}

// A class of one varying attribute, with its tuples in the given order.
struct OneAttribute {
  explicit OneAttribute(const Attribute& a, std::vector<Code> values)
      : attribute(a),
        penalties{AttributePenalty(attribute)},
        growing(penalties),
        rows(values.size()),
        order(values.size()) {
    std::iota(rows.begin(), rows.end(), 0U);
    std::iota(order.begin(), order.end(), 0U);
    take_class(rows, values, 1, tuples, {});
    growing.begin(tuples.varying);
  }
  OneAttribute(const OneAttribute&) = delete;
  OneAttribute& operator=(const OneAttribute&) = delete;

  OrderedTuples ordered() const { return {tuples, order}; }
  std::vector<AttributeCut> cuts(const std::vector<std::uint8_t>& allowed, std::size_t parts) {
    std::vector<double> of_first{5};
    return best_cuts_in_two(ordered(), 0, allowed, parts, growing, of_first, {});
  }

  Attribute attribute;
  std::vector<AttributePenalty> penalties;
  GrowingClass growing;
  std::vector<Row> rows;
  Places order;
  ClassTuples tuples;
};

TEST(AttributeCuts, InTwoCostLeastWhereTheGapIs) {
  OneAttribute c(numeric({0, 1, 2, 9, 10}), {0, 1, 2, 3, 4});
  const std::vector<AttributeCut> best = c.cuts({0, 1, 1, 1, 1, 0}, 1);
  ASSERT_EQ(best.size(), 1U);
  EXPECT_EQ(best[0].left, 3U);
  // The cost is that of three tuples of width 2 and two of width 1, of 10.
  EXPECT_DOUBLE_EQ(best[0].penalty, 3 * 0.2 + 2 * 0.1);
  // If the best cut is not allowed, the next best is chosen.
  EXPECT_EQ(c.cuts({0, 1, 1, 0, 1, 0}, 1)[0].left, 2U);
  EXPECT_TRUE(c.cuts({0, 0, 0, 0, 0, 0}, 1).empty());
}

TEST(AttributeCuts, InTwoAreBalancedWhereTheyCostTheSame) {
  OneAttribute c(numeric({0, 1}), {0, 0, 0, 1, 1, 1});
  // Every cut is allowed except the one between the two values.
  const std::vector<std::uint8_t> beside{0, 1, 1, 0, 1, 1, 0};
  EXPECT_EQ(c.cuts(beside, 1)[0].left, 4U);
  OneAttribute twice(category(3), {0, 1, 0, 1, 0, 1});
  // Both sides have both values.
  EXPECT_EQ(twice.cuts({0, 0, 1, 1, 1, 0, 0}, 1)[0].left, 3U);
}

TEST(AttributeCuts, InTwoComeOneFromEachPart) {
  OneAttribute c(numeric({0, 1, 2, 9, 10, 20}), {0, 1, 2, 3, 4, 5});
  const std::vector<AttributeCut> best = c.cuts({0, 1, 1, 0, 1, 1, 0}, 3);
  ASSERT_EQ(best.size(), 3U);
  EXPECT_EQ(best[0].left, 1U);
  EXPECT_EQ(best[1].left, 2U);
  EXPECT_EQ(best[2].left, 5U);
}

TEST(AttributeCuts, DoNotPartWhatRangesDoNotTellApart) {
  Attribute attribute = numeric({0, 1, 2, 3});
  attribute.same_end = {0, 0, 2, 2};
  const OneAttribute c(attribute, {0, 1, 1, 2, 3});
  std::vector<std::uint8_t> allowed{1, 1, 1, 1, 1, 1};
  forbid_ties(attribute, c.ordered(), 0, allowed);
  EXPECT_EQ(allowed, (std::vector<std::uint8_t>{1, 0, 0, 1, 0, 1}));
}

TEST(AttributeCuts, IntoTheLabelsBelowTheLowestCommonOne) {
  OneAttribute all(tree(), {0, 1, 2, 3, 3, 4});
  const auto ends = [](const OneAttribute& c) {
    return ends_of_labels(*c.attribute.hierarchy, c.ordered(), 0);
  };
  EXPECT_EQ(ends(all), (std::vector<std::size_t>{5, 6}));
  // Four tuples have a label of four of the five values, and one tuple has its own value.
  EXPECT_DOUBLE_EQ(penalty_of_parts(all.ordered(), ends(all), all.growing, {}), 5 * 0.8);
  const OneAttribute without_the_last(tree(), {0, 1, 1, 2, 3});
  EXPECT_EQ(ends(without_the_last), (std::vector<std::size_t>{3, 5}));
  const OneAttribute of_one_kind(tree(), {2, 2, 3});
  EXPECT_EQ(ends(of_one_kind), (std::vector<std::size_t>{2, 3}));
}

TEST(CutChoice, IsTheAttributeThatGainsMost) {
  // A cut by the second attribute leaves one value in both parts, a cut by the first does not.
  WholeTable t(table({numeric({0, 1, 2, 3}), category(2), sensitive(2)},
                     {{0, 1, 2, 3}, {1, 0, 1, 0}, {0, 0, 1, 1}}),
               {KAnonymity{2}}, with(Grouping::strict));
  const CutClass* cut = t.choose();
  ASSERT_NE(cut, nullptr);
  EXPECT_EQ(parts_of(*cut), (Parts{{1, 3}, {0, 2}}));
  for (std::size_t p = 0; p < t.rows.size(); ++p)
    EXPECT_EQ(cut->rows[p], t.rows[cut->order[p]]);
}

TEST(CutChoice, LeavesWhatCannotBeCut) {
  const Microdata data = table({numeric({0, 1, 2, 3}), sensitive(2)}, {{0, 1, 2, 3}, {0, 0, 1, 1}});
  EXPECT_EQ(WholeTable(data, {KAnonymity{3}}, with(Grouping::strict)).choose(), nullptr);
  // Each part would have only one sensitive value.
  EXPECT_EQ(WholeTable(data, {}, with(Grouping::strict, 2)).choose(), nullptr);
  EXPECT_NE(WholeTable(data, {}, with(Grouping::strict)).choose(), nullptr);
  Microdata indivisible = data;
  indivisible.attributes[0].divisible = false;
  EXPECT_EQ(WholeTable(indivisible, {}, with(Grouping::strict)).choose(), nullptr);
}

TEST(CutChoice, SharesOutAValueOnlyWhereRelaxed) {
  const Microdata data = table({numeric({0, 1}), sensitive(2)}, {{0, 0, 0, 1}, {0, 1, 0, 1}});
  EXPECT_EQ(WholeTable(data, {KAnonymity{2}}, with(Grouping::strict)).choose(), nullptr);
  WholeTable relaxed(data, {KAnonymity{2}}, with(Grouping::relaxed));
  const CutClass* cut = relaxed.choose();
  ASSERT_NE(cut, nullptr);
  EXPECT_EQ(parts_of(*cut), (Parts{{0, 1}, {2, 3}}));
}

TEST(CutChoice, MakesEachLabelAClassWhereStrict) {
  Attribute attribute = category(3);
  attribute.hierarchy = {{{0, 1, 2}, {0, 0, 0}}, {3, 1}};
  const Microdata data = table({attribute, sensitive(2)}, {{2, 0, 1, 0, 1, 2}, {0, 0, 0, 1, 1, 1}});
  WholeTable strict(data, {KAnonymity{2}}, with(Grouping::strict));
  const CutClass* cut = strict.choose();
  ASSERT_NE(cut, nullptr);
  EXPECT_EQ(parts_of(*cut), (Parts{{1, 3}, {2, 4}, {0, 5}}));
  EXPECT_EQ(WholeTable(data, {KAnonymity{3}}, with(Grouping::strict)).choose(), nullptr);
  EXPECT_NE(WholeTable(data, {KAnonymity{3}}, with(Grouping::relaxed)).choose(), nullptr);
}

// The best cut by the number alone leaves a part with one sensitive value; another cut does not.
TEST(CutChoice, TriesOthersWhereAModelRejectsTheBest) {
  const Microdata data = table({numeric({0, 1, 2, 3, 40, 41}), sensitive(2)},
                               {{0, 1, 2, 3, 4, 5}, {0, 1, 0, 1, 1, 1}});
  WholeTable alone(data, {}, with(Grouping::strict));
  const CutClass* best = alone.choose();
  ASSERT_NE(best, nullptr);
  EXPECT_EQ(parts_of(*best), (Parts{{0, 1, 2, 3}, {4, 5}}));
  WholeTable diverse(data, {LDiversity{1.5, LDiversity::Variant::entropy, 1}},
                     with(Grouping::strict));
  const CutClass* cut = diverse.choose();
  ASSERT_NE(cut, nullptr);
  EXPECT_EQ(parts_of(*cut), (Parts{{0, 1}, {2, 3, 4, 5}}));
}

}  // namespace
}  // namespace microdata
