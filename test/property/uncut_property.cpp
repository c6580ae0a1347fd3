#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <optional>
#include <vector>

#include "core/risk/minimality.hpp"
#include "core/risk/subject_minimality.hpp"
#include "property/random_table.hpp"

// Compares the conclusions of an attacker from a missing cut with all assignments of values to
// people.

namespace microdata {
namespace {

using test::Choices;

bool holds(const std::vector<Code>& of_side, double persons, double l) {
  std::map<Code, double> counts;
  for (const Code value : of_side)
    ++counts[value];
  return std::all_of(counts.begin(), counts.end(),
                     [&](const auto& entry) { return entry.second <= persons / l * (1 + 1e-9); });
}

// Returns the values without harmless ones, which every side may have.
std::vector<Code> bounded(std::vector<Code> values, const std::vector<std::uint8_t>& harmless) {
  std::erase_if(values, [&](Code value) { return !harmless.empty() && harmless[value] != 0; });
  return values;
}

// Returns the mean share of a value among the people of a side and among the others, over all
// assignments with a side that violates l.
std::optional<UncutBelief> naive_belief(std::vector<Code> shown, Code value,
                                        const std::vector<bool>& first, double l,
                                        const std::vector<std::uint8_t>& harmless = {}) {
  std::sort(shown.begin(), shown.end());
  double ways = 0;
  UncutBelief sum;
  do {
    std::vector<Code> on_first;
    std::vector<Code> on_other;
    for (std::size_t i = 0; i < shown.size(); ++i)
      (first[i] ? on_first : on_other).push_back(shown[i]);
    const auto side_holds = [&](const std::vector<Code>& side) {
      return holds(bounded(side, harmless), static_cast<double>(side.size()), l);
    };
    if (side_holds(on_first) && side_holds(on_other)) continue;
    ++ways;
    const auto share = [&](const std::vector<Code>& side) {
      return static_cast<double>(std::count(side.begin(), side.end(), value)) /
             static_cast<double>(side.size());
    };
    sum.first += share(on_first);
    sum.other += share(on_other);
  } while (std::next_permutation(shown.begin(), shown.end()));
  if (ways == 0) return std::nullopt;
  return UncutBelief{sum.first / ways, sum.other / ways};
}

std::vector<std::uint32_t> counts_of(const std::vector<Code>& shown, Code values) {
  std::vector<std::uint32_t> counts(values);
  for (const Code value : shown)
    ++counts[value];
  return counts;
}

TEST(UncutProperty, BeliefsAreThoseOfAllWays) {
  for (int run = 0; run < test::tried(400); ++run) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(run);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const auto persons = static_cast<std::size_t>(choices.between(2, 7));
    std::vector<Code> shown;
    for (std::size_t i = 0; i < persons; ++i)
      shown.push_back(static_cast<Code>(choices.between(0, 3)));
    const auto side = static_cast<std::size_t>(choices.between(1, static_cast<int>(persons) - 1));
    std::vector<bool> first(persons);
    std::fill(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(side), true);
    const double l = choices.one_in(2) ? 2 : 1.5;
    const Code value = shown.front();
    std::vector<std::uint8_t> harmless;
    for (Code code = 0; code < 4; ++code)
      harmless.push_back(code != value && choices.one_in(3) ? 1 : 0);
    if (choices.one_in(2)) harmless.clear();
    const auto expected = naive_belief(shown, value, first, l, harmless);
    const auto found = belief_of_uncut(counts_of(shown, 4), value, side, l, harmless);
    ASSERT_EQ(found.has_value(), expected.has_value());
    if (!found) continue;
    EXPECT_NEAR(found->first, expected->first, 1e-9);
    EXPECT_NEAR(found->other, expected->other, 1e-9);
  }
}

// Sets of several values, given to people in all orders.
TEST(UncutProperty, BeliefsAboutSetsAreThoseOfAllWays) {
  int believed = 0;
  test::for_cases(300, [&](Choices& choices, std::uint64_t seed) {
    constexpr std::uint32_t values = 5;
    const auto persons = static_cast<std::size_t>(choices.between(2, 6));
    std::vector<std::vector<std::uint32_t>> sets(persons);
    for (std::vector<std::uint32_t>& set : sets) {
      do {
        set.push_back(static_cast<std::uint32_t>(choices.between(0, values - 1)));
      } while (choices.one_in(2));
      std::sort(set.begin(), set.end());
      set.erase(std::unique(set.begin(), set.end()), set.end());
    }
    std::vector<std::uint8_t> bounded(values);
    for (std::uint8_t& one : bounded)
      one = choices.one_in(4) ? 0 : 1;
    const std::uint32_t value = sets.front().front();
    MinimalityOptions options;
    options.l = choices.one_in(2) ? 2 : 1.5;
    Random random = Random::seeded(seed);
    const UncutSets found(sets, bounded, value, options, random, {});
    const auto has = [&](std::size_t set) {
      return std::count(sets[set].begin(), sets[set].end(), value) > 0;
    };
    for (std::size_t side = 1; side < persons; ++side) {
      std::vector<std::size_t> order(persons);
      std::iota(order.begin(), order.end(), std::size_t{0});
      double all = 0;
      double ways = 0;
      double on_first = 0;
      double on_other = 0;
      do {
        ++all;
        std::array<std::map<std::uint32_t, double>, 2> counts;
        for (std::size_t i = 0; i < persons; ++i) {
          for (const std::uint32_t one : sets[order[i]])
            counts[i < side ? 0 : 1][one] += bounded[one];
        }
        const auto fails = [&](const auto& of_side, std::size_t size) {
          return std::any_of(of_side.begin(), of_side.end(), [&](const auto& count) {
            return count.second * options.l > static_cast<double>(size) * (1 + 1e-9);
          });
        };
        if (!fails(counts[0], side) && !fails(counts[1], persons - side)) continue;
        ++ways;
        for (std::size_t i = 0; i < persons; ++i)
          (i < side ? on_first : on_other) += has(order[i]) ? 1 : 0;
      } while (std::next_permutation(order.begin(), order.end()));
      // The beliefs are means over hundreds of ways, or at least over some.
      if (ways / all < 0.2) continue;
      for (const auto& belief : {found.belief(side), found.confirmed(side)}) {
        ASSERT_TRUE(belief.has_value());
        ++believed;
        EXPECT_NEAR(belief->first, on_first / ways / static_cast<double>(side), 0.3);
        EXPECT_NEAR(belief->other, on_other / ways / static_cast<double>(persons - side), 0.3);
      }
    }
  });
  EXPECT_GT(believed, test::expected_of(300));
}

// One bucket of all people, who are known by two attributes.
struct AttackedBucket {
  PlacedPersons placed;
  PlacedPersons outside;
  std::vector<KnownAttribute> known;
  std::vector<Code> truth;
  std::vector<std::uint8_t> harmless = {};
};

AttackedBucket bucket_of(std::vector<Code> truth, std::vector<std::vector<Code>> known,
                         Code values) {
  AttackedBucket bucket;
  const std::vector<std::uint32_t> counts = counts_of(truth, values);
  for (Code value = 0; value < values; ++value) {
    if (counts[value] > 0) bucket.placed.slots.push_back({value, counts[value]});
  }
  for (Row person = 0; person < truth.size(); ++person) {
    bucket.placed.persons.push_back(person);
    bucket.placed.places.push_back({0, static_cast<std::uint32_t>(bucket.placed.slots.size()), 1});
    bucket.placed.first_place.push_back(bucket.placed.places.size());
  }
  for (std::vector<Code>& codes : known)
    bucket.known.push_back({std::move(codes), 8, true});
  bucket.truth = std::move(truth);
  return bucket;
}

MinimalityFigures attack(const AttackedBucket& bucket, const MinimalityOptions& options) {
  Random random = Random::seeded(1);
  return attack_by_minimality(bucket.placed, bucket.outside, bucket.known, bucket.truth,
                              bucket.harmless, options, random, {});
}

// The example of privacy.md: both people aged 20 have the value that occurs twice.
TEST(UncutProperty, FindsTwoWhoWereNotCutOff) {
  const AttackedBucket bucket = bucket_of({0, 0, 1, 2, 3, 4}, {{0, 0, 1, 1, 1, 1}}, 5);
  const MinimalityFigures figures = attack(bucket, {2, 2, 100});
  EXPECT_EQ(figures.regions, 1U);
  EXPECT_EQ(figures.telling, 1U);
  EXPECT_EQ(figures.persons, 2U);
  EXPECT_EQ(figures.right, 2U);
  EXPECT_DOUBLE_EQ(figures.believed, 1);
  EXPECT_NEAR(figures.share, 1.0 / 3, 1e-12);
  // The variance of two drawn of six, two of which have the value: 2 * 1/3 * 2/3 * 4/5.
  EXPECT_NEAR(figures.z, (2 - 2.0 / 3) / std::sqrt(16.0 / 45), 1e-9);
}

TEST(UncutProperty, ReadsNobodysValue) {
  // Other true values of these people yield the same beliefs.
  AttackedBucket bucket = bucket_of({0, 0, 1, 2, 3, 4}, {{0, 0, 1, 1, 1, 1}}, 5);
  bucket.truth = {4, 3, 2, 1, 0, 0};
  const MinimalityFigures figures = attack(bucket, {2, 2, 100});
  EXPECT_EQ(figures.persons, 2U);
  EXPECT_DOUBLE_EQ(figures.believed, 1);
  EXPECT_EQ(figures.right, 0U);
  EXPECT_LT(figures.z, 0);
}

TEST(UncutProperty, TakesTheCutThatTellsMost) {
  for (int run = 0; run < test::tried(300); ++run) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(run);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const auto persons = static_cast<std::size_t>(choices.between(4, 7));
    std::vector<Code> truth;
    std::vector<std::vector<Code>> known(2);
    for (std::size_t i = 0; i < persons; ++i) {
      truth.push_back(static_cast<Code>(choices.between(0, 3)));
      for (std::vector<Code>& codes : known)
        codes.push_back(static_cast<Code>(choices.between(0, 2)));
    }
    const MinimalityOptions options{2, 2, 100};
    const std::vector<std::uint32_t> counts = counts_of(truth, 4);
    const auto value =
        static_cast<Code>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    double best = 0;
    for (const std::vector<Code>& codes : known) {
      for (Code last = 0; last < 2; ++last) {
        std::vector<bool> first;
        for (const Code code : codes)
          first.push_back(code <= last);
        const auto side = static_cast<std::size_t>(std::count(first.begin(), first.end(), true));
        if (side < 2 || persons - side < 2) continue;
        const auto belief = naive_belief(truth, value, first, options.l);
        if (belief) best = std::max({best, belief->first, belief->other});
      }
    }
    const MinimalityFigures figures = attack(bucket_of(truth, known, 4), options);
    EXPECT_EQ(figures.regions, 1U);
    // The belief exceeds the value's share in the bucket, which does not depend on cuts.
    const double share = counts[value] / static_cast<double>(persons);
    EXPECT_EQ(figures.telling, best > share * (1 + 1e-9) ? 1U : 0U);
    if (figures.telling == 1) {
      EXPECT_NEAR(figures.believed, best, 1e-9);
    }
  }
}

// Outsiders who equal members are guessed like these; outsiders who might be elsewhere are not
// guessed.
TEST(UncutProperty, GuessesOutsidersAsTheirSide) {
  for (int run = 0; run < test::tried(300); ++run) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(run);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const auto persons = static_cast<Row>(choices.between(4, 8));
    const auto draw = [&](int most) { return static_cast<Code>(choices.between(0, most)); };
    std::vector<Code> truth;
    std::vector<std::vector<Code>> known(2);
    for (Row i = 0; i < persons; ++i) {
      truth.push_back(draw(3));
      for (std::vector<Code>& codes : known)
        codes.push_back(draw(2));
    }
    AttackedBucket bucket = bucket_of(truth, known, 4);
    const MinimalityFigures alone = attack(bucket, {2, 2, 100});
    EXPECT_EQ(alone.control.attacks, 0U);
    bucket.outside = bucket.placed;
    for (Row i = 0; i < persons; ++i) {
      bucket.outside.persons[i] = persons + i;
      bucket.truth.push_back(truth[i]);
      for (KnownAttribute& attribute : bucket.known)
        attribute.codes.push_back(attribute.codes[i]);
    }
    const MinimalityFigures figures = attack(bucket, {2, 2, 100});
    EXPECT_EQ(figures.persons, alone.persons);
    EXPECT_EQ(figures.right, alone.right);
    EXPECT_EQ(figures.control.attacks, alone.persons);
    EXPECT_EQ(figures.control.successes, alone.right);
    bucket.outside.persons = {persons};
    bucket.outside.first_place = {0, 2};
    EXPECT_EQ(attack(bucket, {2, 2, 100}).control.attacks, 0U);
  }
}

// Harmless values are not guessed, and do not explain why nothing was split.
TEST(UncutProperty, GuessesNoHarmlessValue) {
  AttackedBucket bucket = bucket_of({0, 0, 1, 2, 3, 4}, {{0, 0, 1, 1, 1, 1}}, 5);
  bucket.harmless = {1, 0, 0, 0, 0};
  EXPECT_EQ(attack(bucket, {2, 2, 100}).telling, 0U);
  bucket = bucket_of({0, 0, 1, 1, 1, 2}, {{0, 0, 1, 1, 1, 1}}, 3);
  bucket.harmless = {0, 1, 0};
  const MinimalityFigures figures = attack(bucket, {2, 2, 100});
  EXPECT_EQ(figures.persons, 2U);
  EXPECT_EQ(figures.right, 2U);
  EXPECT_DOUBLE_EQ(figures.believed, 1);
}

// Two persons of six have both of the sets with the value that is in two sets. The persons' sets
// have another value each.
TEST(UncutProperty, FindsTwoPersonsWithSets) {
  JointPlacement placed;
  placed.first_element = {0, 9};
  JointPlacement::Table& table = placed.tables.emplace_back();
  std::vector<Code> truth;
  std::vector<std::size_t> first{0};
  for (Row person = 0; person < 6; ++person) {
    const Code other = 1 + person;
    std::vector<std::uint32_t> set{other};
    if (person < 2) set.insert(set.begin(), 0);
    table.outcomes.add(set);
    table.placed.slots.push_back({person, 1});
    truth.insert(truth.end(), set.begin(), set.end());
    first.push_back(truth.size());
  }
  for (Row person = 0; person < 6; ++person) {
    table.placed.persons.push_back(person);
    table.placed.places.push_back({0, 6, 1});
    table.placed.first_place.push_back(person + 1);
  }
  JointPlacement outside;
  outside.first_element = placed.first_element;
  outside.tables.emplace_back();
  const std::vector<KnownAttribute> known{{{0, 0, 1, 1, 1, 1}, 2, true}};
  const std::vector<std::span<const std::uint8_t>> harmless{{}};
  Random random = Random::seeded(1);
  const MinimalityFigures figures = attack_by_minimality(
      placed, outside, known, 0, TrueValues(first, truth), harmless, {2, 2, 100}, random, {});
  EXPECT_EQ(figures.regions, 1U);
  EXPECT_EQ(figures.telling, 1U);
  EXPECT_EQ(figures.persons, 2U);
  EXPECT_EQ(figures.right, 2U);
  EXPECT_DOUBLE_EQ(figures.believed, 1);
  EXPECT_NEAR(figures.share, 1.0 / 3, 1e-12);
}

// If a person might be elsewhere, the members of the region are unknown.
TEST(UncutProperty, LooksOnlyWhereEverybodyIsKnownToBe) {
  AttackedBucket bucket = bucket_of({0, 0, 1, 2, 3, 4}, {{0, 0, 1, 1, 1, 1}}, 5);
  bucket.placed.slots.push_back({0, 1});
  bucket.placed.places.back().probability = 0.5;
  bucket.placed.places.push_back({5, 1, 0.5});
  bucket.placed.first_place.back() = bucket.placed.places.size();
  EXPECT_EQ(attack(bucket, {2, 2, 100}).regions, 0U);
}

}  // namespace
}  // namespace microdata
