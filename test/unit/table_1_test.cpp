#include "unit/table_1.hpp"

#include <gtest/gtest.h>

#include "core/microdata/permutation.hpp"
#include "core/risk/disclosure.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/slicing/slicing.hpp"
#include "property/sliced_view.hpp"

// Tests of the slicing paper's own numbers for its Table 1(f).

namespace microdata {
namespace {

SlicedView table_1f() {
  const TuplePartition buckets{{0, 1, 2, 3, 4, 5, 6, 7}, {0, 4, 8}};
  Random random = Random::seeded(1);
  return test::make_view(test::table_1(), {{{0, 1}, {}}, {{2, 3}, {}}}, buckets,
                         permute_columns(buckets, 2, random, {}));
}

TEST(Table1, MatchingBucketsOfTheFirstTuple) {
  const SlicedView view = table_1f();
  const MatchingBuckets buckets(view, MatchingBuckets::Over::known, {});
  std::vector<Match> matches;
  buckets.find(std::vector{view.columns[0].known.tuples[0], view.columns[1].known.tuples[0]},
               matches);
  ASSERT_EQ(matches.size(), 1U);
  EXPECT_EQ(matches[0].bucket, 0U);
  EXPECT_DOUBLE_EQ(matches[0].degree, 0.125);
}

TEST(Table1, DisclosureIsOneHalf) {
  const Disclosure disclosure = measure_disclosure(table_1f(), {});
  EXPECT_EQ(disclosure.tuples, 8U);
  EXPECT_DOUBLE_EQ(disclosure.attributes[0].by_degree.probability, 0.5);
}

TEST(Table1, SlicesIntoTheGroupsOfThePaper) {
  SlicingOptions options;
  options.groups = {{{0, 1}, {}}, {{2, 3}, {}}};
  Random random = Random::seeded(1);
  const Slicing slicing = slice(test::table_1(), options, random, {});
  EXPECT_GE(slicing.buckets.buckets(), 2U);
  options.l = 2.1;
  options.groups = {{{0, 1}, {}}, {{2, 3}, {}}};
  try {
    slice(test::table_1(), options, random, {});
    FAIL();
  } catch (const Infeasible& infeasible) {
    // Zipcode 47906 has two people with two diseases.
    EXPECT_EQ(infeasible.reason, Infeasible::Reason::share);
    EXPECT_DOUBLE_EQ(infeasible.largest_l(), 2);
  }
}

}  // namespace
}  // namespace microdata
