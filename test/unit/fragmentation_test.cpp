#include "core/fragmentation/fragmentation.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "core/correlation/sampled_information.hpp"
#include "core/fragmentation/class_enforcement.hpp"
#include "core/fragmentation/fragment_construction.hpp"
#include "core/fragmentation/reachable_joins.hpp"
#include "core/privacy/equijoin_selectivity.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/risk/fragment_likelihood.hpp"
#include "core/utility/extent_loss.hpp"
#include "property/fragmentation_oracle.hpp"
#include "property/oracle.hpp"
#include "unit/table_1.hpp"

namespace microdata {
namespace {

constexpr Code w = 0;
constexpr Code x = 1;
constexpr Code y = 2;
constexpr Code z = 3;

// Any two of {w, x, y}, {w, x, z}, {w, y, z} have two rows in common, all three have one.
// Consecutive binary joins (section 4.2) do not reveal this.
TEST(ReachableJoins, PairsThatAreSafeMakeATripleThatIsNot) {
  const std::vector<std::vector<ClassHistogram>> kinds{
      {{{w, 1}, {x, 1}, {y, 1}}}, {{{w, 1}, {x, 1}, {z, 1}}}, {{{w, 1}, {y, 1}, {z, 1}}}};
  ReachableJoins first(2);
  first.add(kinds[0], {});
  ReachableJoins::Scratch scratch = first.make_scratch();
  EXPECT_TRUE(first.safe(kinds[1][0], scratch, {}));
  EXPECT_TRUE(first.safe(kinds[2][0], scratch, {}));
  ReachableJoins second(2);
  second.add(kinds[1], {});
  scratch = second.make_scratch();
  EXPECT_TRUE(second.safe(kinds[2][0], scratch, {}));
  first.add(kinds[1], {});
  scratch = first.make_scratch();
  EXPECT_FALSE(first.safe(kinds[2][0], scratch, {}));

  const std::vector<ChangeUnit> units(3, ChangeUnit::tuple);
  const auto enforced = enforce_on_dependency_graph(kinds, units, 2, 1, {});
  std::vector<std::vector<oracle::Values>> classes;
  for (const auto& fragment : enforced) {
    classes.emplace_back();
    oracle::Values& values = classes.back().emplace_back();
    for (const ValueCount& v : fragment.front())
      values.insert(values.end(), v.tuples, static_cast<int>(v.value));
  }
  EXPECT_TRUE(oracle::non_reconstructible(classes, 2));
}

// No join of two classes of k rows is small if two values exist. Of all positive counts, (k - 1, 1)
// and (1, k - 1) have the smallest join, 2 (k - 1).
TEST(ReachableJoins, TwoValuesAreAlwaysSafe) {
  constexpr std::uint32_t k = 10;
  std::vector<ClassHistogram> all{{{w, k}}, {{x, k}}};
  for (std::uint32_t n = 1; n < k; ++n)
    all.push_back({{w, n}, {x, k - n}});
  ReachableJoins joins(k);
  joins.add(all, {});
  joins.add(all, {});
  ReachableJoins::Scratch scratch = joins.make_scratch();
  for (const ClassHistogram& histogram : all)
    EXPECT_TRUE(joins.safe(histogram, scratch, {}));
}

TEST(ClassEnforcement, ChangesTheLeastFrequentToTheMajority) {
  ClassHistogram histogram{{w, 2}, {x, 3}, {y, 3}, {z, 2}};
  ASSERT_TRUE(change(histogram, ChangeUnit::tuple));
  ASSERT_EQ(histogram.size(), 4U);
  EXPECT_EQ(histogram[1].tuples, 4U);
  EXPECT_EQ(histogram[3].tuples, 1U);
  ASSERT_TRUE(change(histogram, ChangeUnit::value));
  ASSERT_EQ(histogram.size(), 3U);
  EXPECT_EQ(histogram[1].tuples, 5U);
  EXPECT_EQ(majority_alone(histogram).front().value, x);
  EXPECT_EQ(majority_alone(histogram).front().tuples, 10U);
  histogram = {{y, 4}};
  EXPECT_FALSE(change(histogram, ChangeUnit::tuple));
}

// The histograms share only one value, so that only its rows join.
TEST(ClassEnforcement, ChangesNoMoreThanItTakes) {
  const std::vector<std::vector<ClassHistogram>> kinds{{{{w, 7}, {x, 2}}}, {{{x, 3}, {y, 6}}}};
  const std::vector<ChangeUnit> units(2, ChangeUnit::tuple);
  EXPECT_EQ(enforce_on_dependency_graph(kinds, units, 6, 1, {})[1][0].size(), 2U);
  // The join has 2 x 2 rows, then 2 x 1, then none.
  const auto enforced = enforce_on_dependency_graph(kinds, units, 7, 1, {});
  ASSERT_EQ(enforced[1][0].size(), 1U);
  EXPECT_EQ(enforced[1][0][0].value, y);
  EXPECT_EQ(enforced[1][0][0].tuples, 9U);
}

// Appendix C.II with 5 tuples and three values each, all in common, and k = 5. Its conditions count
// 93 pairs of vectors, but only 36 pairs of versions exist, all of them with 5 rows.
TEST(EquijoinSelectivity, AllValuesInCommon) {
  const std::vector<int> values{0, 1, 2};
  EXPECT_EQ(oracle::versions(values, 5).size(), 6U);
  const oracle::Selectivity expected = oracle::equijoin_selectivity({values, values}, {5, 5}, 5);
  EXPECT_EQ(expected.preserving, 36U);
  EXPECT_EQ(expected.joins, 36U);
  EquijoinSelectivity eta(5);
  EXPECT_EQ(eta(std::vector<AmbiguousClass>{{5, 3}, {5, 3}}, 3, {}), 1);
}

// Two values each, one of them in common, 5 tuples and k = 5. The common value has 1 to 4 rows in
// each version. Of the 16 pairs, (1, 1), (1, 2), (1, 3), (1, 4), (2, 2) and their mirror images
// fail.
TEST(EquijoinSelectivity, OneValueInCommon) {
  EquijoinSelectivity eta(5);
  EXPECT_NEAR(eta(std::vector<AmbiguousClass>{{5, 2}, {5, 2}}, 1, {}), 8.0 / 16, 1e-12);
  EXPECT_TRUE(is_selective(eta(std::vector<AmbiguousClass>{{5, 2}, {5, 2}}, 1, {}), 0.5));
  EXPECT_FALSE(is_selective(eta(std::vector<AmbiguousClass>{{5, 2}, {5, 2}}, 1, {}), 0.51));
}

// Two slots with two possible values each add 2 expected rows to either value, of 4 rows in all.
TEST(Membership, AmbiguousRowsAreExpected) {
  FragmentView a;
  a.class_of_row = {0, 0, 0, 0, 1};
  a.classes = 2;
  a.class_values = {0, 1, no_class_value, no_class_value, 1};
  FragmentView b;
  b.class_of_row = {0, 1, 1};
  b.classes = 2;
  b.class_values = {1, 1, 0};
  // The first fragment has 2 rows of value 0 and 2 + 1 of 1, the second has 1 of 0 and 2 of 1. The
  // join has 2 + 6 rows.
  const std::vector<FragmentView> fragments{a, b};
  const std::vector<std::vector<std::uint32_t>> matching{{0}, {1}};
  EXPECT_DOUBLE_EQ(membership_likelihood(fragments, matching, {}), (2.0 * 1 + 2 * 1) / 8);
  const std::vector<std::vector<std::uint32_t>> none{{0}, {}};
  EXPECT_EQ(membership_likelihood(fragments, none, {}), 0);
}

// Ages cover 20 to 30 or only 40 of a domain from 20 to 40, and colours cover three of four or one.
TEST(ExtentLoss, IsAMeanOverRowsAndAttributes) {
  const std::vector<double> lower{20, 40};
  const std::vector<double> upper{30, 40};
  const PublishedExtents age = extents_of_intervals(lower, upper, {0, 0, 1, 0});
  EXPECT_EQ(age.whole, 20);
  const PublishedExtents colour{{3, 0}, 4, {0, 0, 1, 1}};
  const PublishedExtents constant{{0}, 0, {0, 0, 0, 0}};
  EXPECT_DOUBLE_EQ(extent_loss(std::vector{age}, {}), 3 * 0.5 / 4);
  EXPECT_DOUBLE_EQ(extent_loss(std::vector{age, colour, constant}, {}), (1.5 + 1.5) / 12);
  EXPECT_EQ(extent_loss({}, {}), 0);
}

// Table 3 has flu twice, pneumonia twice and dyspepsia once, which leaves two slots.
TEST(Fragmentation, ValuesByEquivalenceClassLeaveSlots) {
  Microdata data;
  data.rows = 5;
  for (const char* name : {"age", "sex"})
    data.attributes.push_back(
        {name, Role::quasi_identifier, 1, true, false, {}, {}, {}, {}, {}, {}, {}});
  data.attributes.push_back(
      {"disease", Role::insensitive, 3, true, false, {}, {}, {}, {}, {}, {}, {}});
  data.columns = {{0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {1, 2, 0, 2, 1}};
  FragmentationOptions options;
  options.class_attribute = 2;
  options.k = 5;
  options.delta = 1;
  options.enforcement = Enforcement::delta_selectivity;
  Random random = Random::seeded(1);
  const Fragmentation result = fragment(data, options, random, {});
  for (const PublishedFragment& fragment : result.fragments) {
    std::vector<Code> values = fragment.class_values;
    std::sort(values.begin(), values.end());
    EXPECT_EQ(values, (std::vector<Code>{0, 1, 2, ambiguous, ambiguous}));
    EXPECT_EQ(fragment.changed, 0U);
  }
}

TEST(FragmentConstruction, SeedsAreApart) {
  // Attributes 0 and 1 carry the same information, as do 2 and 3; 0 and 2 carry more about the
  // class.
  Eigen::MatrixXd information(5, 5);
  information << 1.0, 0.9, 0.0, 0.0, 0.5,  //
      0.9, 1.0, 0.0, 0.0, 0.4,             //
      0.0, 0.0, 1.0, 0.8, 0.5,             //
      0.0, 0.0, 0.8, 1.0, 0.4,             //
      0.5, 0.4, 0.5, 0.4, 1.0;
  const std::vector<Fragment> fragments = construct_fragments(information, 4, 2);
  ASSERT_EQ(fragments.size(), 2U);
  EXPECT_EQ(fragments[0].attributes, (AttributeSet{0, 3}));
  EXPECT_EQ(fragments[1].attributes, (AttributeSet{1, 2}));
  EXPECT_DOUBLE_EQ(fragments[0].relevance, 0.45);
  EXPECT_DOUBLE_EQ(fragments[0].redundancy, 0.5);
}

TEST(SampledInformation, TheErrorCoversTheDifference) {
  constexpr Row rows = 40000;
  Random random = Random::seeded(7);
  Microdata data;
  data.rows = rows;
  for (std::size_t a = 0; a < 4; ++a) {
    Attribute attribute;
    attribute.distinct = a == 3 ? 500 : 8;
    data.attributes.push_back(attribute);
    std::vector<Code>& column = data.columns.emplace_back(rows);
    for (Row row = 0; row < rows; ++row) {
      column[row] = a > 0 && random.below(3) > 0 ? data.columns[0][row] * (a == 3 ? 60 : 1)
                                                 : random.below(attribute.distinct);
    }
  }
  const AttributeSet all{0, 1, 2, 3};
  const InformationMatrix exact = sampled_information(data, all, {}, rows, 1, random, {});
  EXPECT_EQ(exact.error, 0);
  for (const bool with_many_values : {false, true}) {
    AttributeSet some = all;
    if (!with_many_values) some.pop_back();
    const auto size = static_cast<Eigen::Index>(some.size());
    const InformationMatrix sampled = sampled_information(data, some, {}, 10000, 2, random, {});
    EXPECT_GT(sampled.error, 0);
    EXPECT_EQ(sampled.error < 0.1, !with_many_values);
    const double difference =
        (sampled.matrix - exact.matrix.topLeftCorner(size, size)).cwiseAbs().maxCoeff();
    EXPECT_LE(difference, sampled.error);
    EXPECT_GT(difference, 0);
  }
  const auto as_ints = [&](std::size_t a) {
    return std::vector<int>(data.columns[a].begin(), data.columns[a].end());
  };
  for (const std::size_t a : {0U, 3U}) {
    EXPECT_NEAR(exact.matrix(static_cast<Eigen::Index>(a), 1),
                oracle::mutual_information(as_ints(a), as_ints(1)), 1e-9);
  }
}

TEST(Fragmentation, MoreThanTheRowsCannotBeAlike) {
  const Microdata data = test::table_1();
  FragmentationOptions options;
  options.class_attribute = 3;
  options.k = 9;
  Random random = Random::seeded(1);
  try {
    fragment(data, options, random, {});
    FAIL();
  } catch (const Infeasible& infeasible) {
    EXPECT_EQ(infeasible.reason, Infeasible::Reason::too_few_rows);
    EXPECT_EQ(infeasible.total, 8U);
  }
}

}  // namespace
}  // namespace microdata
