#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

#include "core/risk/set_composition.hpp"
#include "core/risk/subject_places.hpp"
#include "property/placed_groups.hpp"
#include "property/random_hospital.hpp"
#include "property/random_table.hpp"

// Compares the composition of releases of people with several rows with an attacker who goes
// through all worlds: whether the person has a value, and which releases show it.

namespace microdata {
namespace {

using test::Choices;
using test::Hospital;

// A release about one value: the share of its sets that have the value, and the share of those sets
// that can be the person's.
struct OneRelease {
  double share;
  double in_set;
};

// Returns the logarithm of the odds that the person has the value; nothing if no world is possible,
// or if it is certain. A person with the value shows it with the probability share / prior.
std::optional<double> naive_odds(const std::vector<OneRelease>& releases, double prior) {
  double with = 0;
  double without = 0;
  for (std::uint32_t world = 0; world < 1U << releases.size(); ++world) {
    double of_with = prior;
    double of_without = 1 - prior;
    for (std::size_t r = 0; r < releases.size(); ++r) {
      const auto [share, in_set] = releases[r];
      const bool is_shown = (world >> r & 1U) != 0;
      const double shown = share / prior;
      // How much more often a person who shows the value, or does not, has such sets.
      const double evidence =
          is_shown ? (share > 0 ? in_set / share : 0) : (1 - in_set) / (1 - share);
      of_with *= (is_shown ? shown : 1 - shown) * evidence;
      of_without *= (is_shown ? 0 : 1) * evidence;
    }
    with += of_with;
    without += of_without;
  }
  if (with < 1e-6 * without || without < 1e-6 * with || !(with + without > 0)) return std::nullopt;
  return std::log(with / without);
}

double odds_of(double probability) {
  return std::log(probability / (1 - probability));
}

TEST(SetCompositionProperty, OddsAreThoseOfAllWorlds) {
  std::size_t compared = 0;
  test::for_cases(2000, [&](Choices& choices, std::uint64_t) {
    const double prior = 0.02 + 0.9 * choices.real();
    std::vector<OneRelease> releases;
    double odds = odds_of(prior);
    for (int r = choices.between(1, 4); r > 0; --r) {
      // Where all rows are published, the shares are equal.
      const double share = choices.one_in(3) ? prior : prior * choices.real();
      const double in_set = choices.one_in(4) ? 0 : 0.98 * choices.real();
      releases.push_back({share, in_set});
      odds += log_odds_by_set(in_set, share, prior) - odds_of(prior);
    }
    const std::optional<double> expected = naive_odds(releases, prior);
    if (!expected) return;
    ++compared;
    EXPECT_NEAR(odds, *expected, 1e-6);
  });
  EXPECT_GT(compared, test::expected_of(1000));
}

TEST(SetCompositionProperty, BeliefsAreSharesOfTheSetsThatCanBeThePersons) {
  std::size_t shared = 0;
  test::for_cases(800, [&](Choices& choices, std::uint64_t) {
    Hospital hospital = test::random_hospital(choices);
    if (choices.one_in(4)) test::tamper(hospital, choices);
    std::vector<Row> persons(hospital.people.size());
    std::iota(persons.begin(), persons.end(), 0U);
    const JointPlacement placement =
        place_subjects(test::view_of(hospital), persons, 1'000'000, {});
    for (std::size_t attribute = 0; attribute < 2; ++attribute) {
      const SetBeliefs said = believe_sets(placement, attribute, 1'000'000, {});
      std::uint64_t sets = 0;
      std::vector<std::uint64_t> with_value(test::hospital_values);
      for (const test::Bucket& bucket : hospital.buckets) {
        for (const std::vector<test::Values>& combinations : bucket.values) {
          ++sets;
          std::set<std::uint32_t> values;
          for (const test::Values& combination : combinations)
            values.insert(combination[attribute]);
          for (const std::uint32_t value : values)
            ++with_value[value];
        }
      }
      EXPECT_EQ(said.sets, sets);
      EXPECT_EQ(said.in_set.rows, with_value);
      ASSERT_EQ(said.in_set.persons(), persons.size());
      for (std::size_t i = 0; i < persons.size(); ++i) {
        std::vector<double> expected(test::hospital_values);
        for (const auto& group : test::groups_of(placement.tables.front(), i)) {
          double all = 0;
          for (const auto& [elements, rows] : group.rows)
            all += rows;
          for (const auto& [elements, rows] : group.rows) {
            for (std::uint32_t value = 0; value < test::hospital_values; ++value) {
              const auto element =
                  static_cast<std::uint32_t>(attribute) * test::hospital_values + value;
              if (std::count(elements.begin(), elements.end(), element) > 0)
                expected[value] += group.probability * rows / all;
            }
          }
        }
        std::vector<double> found(test::hospital_values);
        for (const ReleaseBeliefs::Belief& belief : said.in_set.of(i)) {
          found[belief.value] = belief.probability;
          shared += belief.probability < 0.99 ? 1 : 0;
        }
        for (std::size_t value = 0; value < expected.size(); ++value)
          EXPECT_NEAR(found[value], expected[value], 1e-6);
      }
    }
  });
  EXPECT_GT(shared, test::expected_of(1000));
}

constexpr Code values = 4;

// Returns beliefs of a release that lacks some persons.
SetBeliefs random_beliefs(Choices& choices, std::size_t persons) {
  SetBeliefs said;
  said.sets = 40;
  for (Code value = 0; value < values; ++value)
    said.in_set.rows.push_back(static_cast<std::uint64_t>(choices.between(1, 30)));
  for (std::size_t person = 0; person < persons; ++person) {
    for (Code value = 0; value < values && !choices.one_in(5); ++value) {
      if (choices.one_in(2)) said.in_set.beliefs.push_back({value, 0.02 + 0.95 * choices.real()});
    }
    said.in_set.first.push_back(said.in_set.beliefs.size());
  }
  return said;
}

// Returns the value of the greatest odds; nothing if a second one comes near.
std::optional<Code> naive_guess(const std::vector<const SetBeliefs*>& releases, std::size_t person,
                                const std::vector<double>& prior,
                                const std::vector<std::uint8_t>& harmless) {
  std::vector<std::pair<double, Code>> odds;
  for (Code value = 0; value < values; ++value) {
    std::vector<OneRelease> held;
    bool is_shown = false;
    for (const SetBeliefs* release : releases) {
      if (!release->in_set.has(person)) continue;
      held.push_back({static_cast<double>(release->in_set.rows[value]) / 40, 0});
      for (const ReleaseBeliefs::Belief& belief : release->in_set.of(person)) {
        if (belief.value != value) continue;
        held.back().in_set = belief.probability;
        is_shown = true;
      }
    }
    if (!is_shown) continue;
    const std::optional<double> found = naive_odds(held, prior[value]);
    if (!found) return std::nullopt;
    odds.emplace_back(*found, value);
  }
  // The attacker is after values that are not harmless.
  const auto is_harmless = [&](const auto& one) {
    return !harmless.empty() && harmless[one.second] != 0;
  };
  if (!std::all_of(odds.begin(), odds.end(), is_harmless)) std::erase_if(odds, is_harmless);
  std::sort(odds.rbegin(), odds.rend());
  if (odds.size() > 1 && odds[0].first - odds[1].first < 1e-3) return std::nullopt;
  return odds.front().second;
}

TEST(SetCompositionProperty, GuessesTheMostProbableValue) {
  std::size_t right = 0;
  std::size_t wrong = 0;
  test::for_cases(1500, [&](Choices& choices, std::uint64_t) {
    const auto persons = static_cast<std::size_t>(choices.between(1, 6));
    std::vector<SetBeliefs> said;
    for (int r = choices.between(1, 3); r > 0; --r)
      said.push_back(random_beliefs(choices, persons));
    std::vector<const SetBeliefs*> different;
    std::vector<const SetBeliefs*> all;
    for (const SetBeliefs& one : said) {
      different.push_back(&one);
      // A release that is held twice shows nothing more.
      all.insert(all.end(), choices.one_in(3) ? 2 : 1, &one);
    }
    std::vector<std::size_t> first{0};
    std::vector<Code> had;
    for (std::size_t person = 0; person < persons; ++person) {
      for (Code value = 0; value < values; ++value) {
        if (choices.one_in(2)) had.push_back(value);
      }
      if (had.size() == first.back()) had.push_back(0);
      first.push_back(had.size());
    }
    const TrueValues truth(first, had);
    const std::vector<double> prior = prior_of_sets(all, truth, values);
    for (Code value = 0; value < values; ++value) {
      double having = 0;
      for (std::size_t person = 0; person < persons; ++person)
        having += truth.has(static_cast<Row>(person), value) ? 1 : 0;
      double most = having / static_cast<double>(persons);
      for (const SetBeliefs& one : said)
        most = std::max(most, static_cast<double>(one.in_set.rows[value]) / 40);
      EXPECT_NEAR(prior[value], most, 1e-9);
    }
    if (std::any_of(prior.begin(), prior.end(), [](double share) { return share > 0.99; })) return;
    std::vector<std::uint8_t> harmless;
    if (choices.one_in(2)) {
      for (Code value = 0; value < values; ++value)
        harmless.push_back(choices.one_in(3) ? 1 : 0);
    }
    const auto is_secret = [&](Code value) { return harmless.empty() || harmless[value] == 0; };
    CompositionFigures expected;
    for (std::size_t person = 0; person < persons; ++person) {
      if (std::none_of(said.begin(), said.end(),
                       [&](const SetBeliefs& one) { return one.in_set.has(person); }))
        continue;
      const std::span<const Code> has = truth.of(static_cast<Row>(person));
      if (std::none_of(has.begin(), has.end(), is_secret)) continue;
      const std::optional<Code> guess = naive_guess(different, person, prior, harmless);
      if (!guess) return;
      ++expected.persons;
      const bool is_right = is_secret(*guess) && truth.has(static_cast<Row>(person), *guess);
      expected.right += is_right ? 1 : 0;
      ++(is_right ? right : wrong);
    }
    const CompositionFigures found = compose_sets(all, truth, prior, persons, {}, harmless);
    EXPECT_EQ(found.persons, expected.persons);
    EXPECT_EQ(found.right, expected.right);
  });
  EXPECT_GT(right, test::expected_of(300));
  EXPECT_GT(wrong, test::expected_of(300));
}

}  // namespace
}  // namespace microdata
