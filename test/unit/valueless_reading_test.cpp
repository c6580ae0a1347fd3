#include <gtest/gtest.h>
#include <map>

#include "core/risk/disclosure.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/placed_persons.hpp"
#include "core/risk/series_beliefs.hpp"

// Tests of attacks on editions that show people without a value.

namespace microdata {
namespace {

// Returns people 0 to 5 with their number as quasi-identifier. Bucket 0 has people 0 and 1 with {0,
// 1}. Bucket 1 has people 2 and 3 with {0, 2}. Bucket 2 has people 4 and 5 without a value,
// represented by 3.
SlicedView view_with_valueless() {
  SlicedView view;
  view.bucket_of = {0, 0, 1, 1, 2, 2};
  view.buckets = 3;
  view.tuples = 6;
  const std::vector<std::uint32_t> persons{0, 1, 2, 3, 4, 5};
  const std::vector<std::uint32_t> nothing(6, 0);
  const std::vector<std::uint32_t> published{0, 1, 0, 2, 3, 3};
  const std::vector<std::uint32_t> values{1, 0, 0, 2, 1, 2};
  view.columns.push_back({{persons, persons, 6, {}}, {persons, persons, 6, {}}});
  view.columns.push_back({{nothing, nothing, 1, {}}, {published, values, 4, {}}});
  view.sensitive.push_back({1, 4, published, values});
  view.valueless = {0, 0, 1};
  return view;
}

TEST(ValuelessReading, GivesThemTheValuesOfOthers) {
  const SlicedView view = view_with_valueless();
  const std::vector<Row> persons{0, 1, 2, 3, 4, 5};
  const PlacedPersons placed = place_persons(view, view.sensitive.front(), persons, 1000, {});
  ASSERT_EQ(placed.persons.size(), 6U);
  ASSERT_TRUE(placed.slot_of_valueless);
  EXPECT_EQ(placed.of(4).front().first_slot, *placed.slot_of_valueless);
  const ReleaseBeliefs beliefs = believe(placed, 1000, {});
  std::map<Code, double> of_last;
  for (const ReleaseBeliefs::Belief& belief : beliefs.of(5))
    of_last[belief.value] = belief.probability;
  EXPECT_EQ(of_last, (std::map<Code, double>{{0, 0.5}, {1, 0.25}, {2, 0.25}}));
  // Four people have a value, two do not.
  EXPECT_EQ(placed.rows_of_persons(), 6U);
  EXPECT_DOUBLE_EQ(measure_disclosure(view, {}).attributes.front().by_count.probability, 0.5);
}

TEST(ValuelessReading, FindsThemWithAnyValue) {
  const SlicedView view = view_with_valueless();
  const MatchingBuckets whole(view, MatchingBuckets::Over::whole, {});
  std::vector<Match> matches;
  for (const std::uint32_t value : {0U, 1U, 2U}) {
    whole.find(std::vector<std::uint32_t>{4, value}, matches);
    ASSERT_EQ(matches.size(), 1U);
    EXPECT_EQ(matches.front().bucket, 2U);
    EXPECT_DOUBLE_EQ(matches.front().degree, 0.5);
    EXPECT_EQ(whole.bucket_size(2), 2U);
  }
  whole.find(std::vector<std::uint32_t>{0, 2}, matches);
  EXPECT_TRUE(matches.empty());
}

// Person 0 had the signature {0, 1} and is now shown without a value. The value is therefore any
// other value of the edition.
TEST(ValuelessReading, LooksOutsideOfTheSignature) {
  PlacedSignatures first;
  first.signatures = {{0, 1}};
  first.places = {{0, 1.0}};
  first.first = {0, 1};
  PlacedSignatures second;
  second.first = {0, 0};
  second.valueless = {1.0};
  second.shown = {{0, 0.25}, {1, 0.25}, {2, 0.3}, {3, 0.2}};
  PlacedSignatures* const both[] = {&first, &second};
  const std::vector<std::vector<Code>> signatures = number_signatures(both);
  const PlacedSignatures* const editions[] = {&first, &second};
  const ReleaseBeliefs beliefs = believe_editions(editions, signatures, 1, {});
  ASSERT_EQ(beliefs.of(0).size(), 2U);
  EXPECT_EQ(beliefs.of(0)[0].value, 2U);
  EXPECT_DOUBLE_EQ(beliefs.of(0)[0].probability, 0.6);
  EXPECT_DOUBLE_EQ(beliefs.of(0)[1].probability, 0.4);
}

}  // namespace
}  // namespace microdata
