#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "core/series/cohort_check.hpp"
#include "core/series/cohorts.hpp"
#include "property/cohort_oracle.hpp"
#include "property/random_table.hpp"

// Tests of editions of cohorts, and of the beliefs of an attacker who considers all histories.

namespace microdata {
namespace {

using test::Choices;
using test::for_cases;

// People of the whole series, some of whom are in each edition.
struct People {
  std::vector<ItemSet> sets;
  std::vector<CohortPlace> places;
};

struct Present {
  std::vector<Row> persons;
  std::vector<ItemSet> sets;
  std::vector<CohortPlace> places;
};

void add_value(ItemSet& set, Item item) {
  const auto at = std::lower_bound(set.begin(), set.end(), item);
  if (at == set.end() || *at != item) set.insert(at, item);
}

Present random_presence(const People& people, int leave, Choices& choices) {
  Present present;
  for (Row person = 0; person < people.sets.size(); ++person) {
    if (choices.one_in(leave)) continue;
    present.persons.push_back(person);
    present.sets.push_back(people.sets[person]);
    present.places.push_back(people.places[person]);
  }
  return present;
}

// Expects the rules of cohorts: no value is in too many sets of a cohort, and sets grow only by
// values of their people. Sets do not grow if a person is or was absent. People without a cohort
// wait for a reason, and no value is withheld without need.
// Harmless values, the first ones, have no bound.
void expect_rules(const CohortEdition& edition, const std::vector<Cohort>& before,
                  const Present& present, Item items, Item harmless, std::uint32_t m) {
  ASSERT_GE(edition.cohorts.size(), before.size());
  std::vector<std::map<std::uint32_t, std::size_t>> here(edition.cohorts.size());
  std::vector<int> with(items);
  int waiting = 0;
  for (std::size_t p = 0; p < present.persons.size(); ++p) {
    const CohortPlace& place = edition.places[p];
    if (present.places[p].cohort != CohortPlace::none) {
      EXPECT_TRUE(place == present.places[p]);
    }
    if (place.cohort == CohortPlace::none) {
      ++waiting;
      for (const Item item : present.sets[p])
        with[item] += item >= harmless ? 1 : 0;
    } else {
      EXPECT_TRUE(here[place.cohort].emplace(place.set, p).second);
    }
  }
  if (waiting >= static_cast<int>(m)) {
    EXPECT_GT(*std::max_element(with.begin(), with.end()) * static_cast<int>(m), waiting);
  }
  std::size_t withheld = 0;
  for (std::size_t c = 0; c < edition.cohorts.size(); ++c) {
    const Cohort& cohort = edition.cohorts[c];
    const std::size_t k = cohort.sets.size();
    EXPECT_GE(k, m);
    std::vector<std::size_t> counts(items);
    for (const ItemSet& set : cohort.sets) {
      EXPECT_TRUE(std::is_sorted(set.begin(), set.end()));
      for (const Item item : set)
        ++counts[item];
    }
    for (Item item = harmless; item < items; ++item)
      EXPECT_LE(counts[item] * m, k);
    const bool was_closed = c < before.size() && before[c].closed;
    EXPECT_EQ(cohort.closed, was_closed || here[c].size() < k);
    if (c < before.size() && cohort.closed) {
      EXPECT_EQ(cohort.sets, before[c].sets);
    }
    for (const auto& [set, p] : here[c]) {
      EXPECT_TRUE(std::includes(present.sets[p].begin(), present.sets[p].end(),
                                cohort.sets[set].begin(), cohort.sets[set].end()));
      for (const Item item : present.sets[p]) {
        if (std::binary_search(cohort.sets[set].begin(), cohort.sets[set].end(), item)) continue;
        ++withheld;
        EXPECT_TRUE(cohort.closed || (item >= harmless && (counts[item] + 1) * m > k));
      }
    }
    for (std::size_t i = 0; i < k && c < before.size(); ++i) {
      const ItemSet& was = before[c].sets[i];
      EXPECT_TRUE(
          std::includes(cohort.sets[i].begin(), cohort.sets[i].end(), was.begin(), was.end()));
    }
    std::vector<std::uint32_t> order = edition.order[c];
    std::sort(order.begin(), order.end());
    for (std::uint32_t i = 0; i < k; ++i)
      EXPECT_EQ(order.at(i), i);
  }
  EXPECT_EQ(edition.withheld, withheld);
}

TEST(Cohorts, TellNothingAboveOneInM) {
  std::size_t cohorts = 0;
  std::size_t grown = 0;
  std::size_t closed = 0;
  std::size_t unbounded = 0;
  for_cases(1500, [&](Choices& choices, std::uint64_t seed) {
    const auto m = static_cast<std::uint32_t>(choices.between(2, 3));
    const Item harmless = choices.one_in(2) ? static_cast<Item>(choices.between(1, 2)) : 0;
    const Item items = harmless + m + static_cast<Item>(choices.between(1, 6));
    std::vector<std::uint8_t> is_harmless(items);
    std::fill_n(is_harmless.begin(), harmless, std::uint8_t{1});
    const auto any_item = [&] {
      return static_cast<Item>(choices.between(0, static_cast<int>(items) - 1));
    };
    People people;
    for (int more = choices.between(static_cast<int>(m), 8); more > 0; --more) {
      people.sets.push_back({any_item()});
      if (choices.one_in(4)) add_value(people.sets.back(), any_item());
      people.places.emplace_back();
    }
    Random random = Random::seeded(seed);
    const int leave = choices.between(3, 30);
    std::vector<Cohort> known;
    std::vector<std::vector<oracle::CohortEdition>> seen;
    for (int e = choices.between(1, 4); e > 0; --e) {
      const Present present = random_presence(people, leave, choices);
      CohortEdition edition = make_cohort_edition(present.sets, items, is_harmless, present.places,
                                                  known, m, random, {});
      expect_rules(edition, known, present, items, harmless, m);
      for (std::size_t c = 0; c < known.size(); ++c) {
        EXPECT_TRUE(may_follow({known[c].sets, 0}, {edition.cohorts[c].sets, 0},
                               edition.cohorts[c].closed, {}));
      }
      known = edition.cohorts;
      seen.resize(known.size());
      for (std::size_t c = 0; c < known.size(); ++c) {
        oracle::CohortEdition shown;
        for (const std::uint32_t i : edition.order[c])
          shown.sets.emplace_back(known[c].sets[i].begin(), known[c].sets[i].end());
        for (std::size_t p = 0; p < present.persons.size(); ++p) {
          if (edition.places[p].cohort == c)
            shown.present.insert(static_cast<int>(present.persons[p]));
        }
        seen[c].push_back(std::move(shown));
      }
      for (std::size_t p = 0; p < present.persons.size(); ++p)
        people.places[present.persons[p]] = edition.places[p];
      for (ItemSet& set : people.sets) {
        if (choices.one_in(2)) add_value(set, any_item());
      }
    }
    for (std::size_t c = 0; c < seen.size(); ++c) {
      // Larger cohorts have too many histories.
      if (known[c].sets.size() > 5) continue;
      const auto beliefs = oracle::cohort_beliefs(seen[c]);
      ASSERT_TRUE(beliefs);
      EXPECT_FALSE(oracle::break_promise(*beliefs, m, static_cast<int>(harmless)));
      unbounded += oracle::break_promise(*beliefs, m) ? 1 : 0;
      ++cohorts;
      grown += std::set(seen[c][0].sets.begin(), seen[c][0].sets.end()) !=
                       std::set(seen[c].back().sets.begin(), seen[c].back().sets.end())
                   ? 1
                   : 0;
      closed += known[c].closed ? 1 : 0;
    }
  });
  EXPECT_GT(cohorts, test::expected_of(100));
  EXPECT_GE(grown, test::expected_of(31));
  EXPECT_GE(closed, test::expected_of(31));
  EXPECT_GT(unbounded, test::expected_of(20));
}

ItemSet random_set(Choices& choices, int items) {
  ItemSet set;
  for (int more = choices.between(1, 3); more > 0; --more)
    add_value(set, static_cast<Item>(choices.between(0, items - 1)));
  return set;
}

// Returns true if some order of the later sets contains each earlier set at its position.
bool some_order_follows(const std::vector<ItemSet>& before, std::vector<ItemSet> after) {
  if (before.size() != after.size()) return false;
  std::sort(after.begin(), after.end());
  do {
    bool follows = true;
    for (std::size_t i = 0; i < before.size(); ++i) {
      follows = follows &&
                std::includes(after[i].begin(), after[i].end(), before[i].begin(), before[i].end());
    }
    if (follows) return true;
  } while (std::next_permutation(after.begin(), after.end()));
  return false;
}

TEST(CohortCheck, FindsWhetherSetsMayBeThoseOfBefore) {
  std::size_t may = 0;
  std::size_t may_not = 0;
  for_cases(3000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const int items = choices.between(2, 6);
    ShownCohort before;
    ShownCohort after;
    for (int more = choices.between(1, 5); more > 0; --more) {
      before.sets.push_back(random_set(choices, items));
      after.sets.push_back(before.sets.back());
      for (int values = choices.between(0, 2); values > 0; --values)
        add_value(after.sets.back(), static_cast<Item>(choices.between(0, items - 1)));
    }
    if (choices.one_in(3)) after.sets.front() = random_set(choices, items);
    if (choices.one_in(20)) after.sets.push_back(random_set(choices, items));
    std::reverse(after.sets.begin(), after.sets.end());
    const bool follows = some_order_follows(before.sets, after.sets);
    EXPECT_EQ(may_follow(before, after, false, {}), follows);
    const auto sorted = [](std::vector<ItemSet> sets) {
      std::sort(sets.begin(), sets.end());
      return sets;
    };
    EXPECT_EQ(may_follow(before, after, true, {}), sorted(before.sets) == sorted(after.sets));
    ++(follows ? may : may_not);
  });
  EXPECT_GT(may, test::expected_of(300));
  EXPECT_GT(may_not, test::expected_of(300));
}

TEST(CohortCheck, CountsSetsPersonsAndValues) {
  const CohortFigures figures = measure_cohort({{{0, 1}, {1}, {2, 2, 3}}, 2});
  EXPECT_EQ(figures.sets, 3U);
  EXPECT_EQ(figures.persons, 2U);
  EXPECT_EQ(figures.most_with_a_value, 2U);
  EXPECT_EQ(figures.repeating, 1U);
  EXPECT_EQ(measure_cohort({}).most_with_a_value, 0U);
}

// Closed cohorts prevent this disclosure: person 2 has left, so that the growing set belongs to
// person 1.
TEST(Cohorts, WouldTellWhoStayedIfTheyGrewOn) {
  const auto open = oracle::cohort_beliefs({{{{0}, {1}}, {1, 2}}, {{{0, 2}, {1}}, {1, 2}}});
  ASSERT_TRUE(open);
  EXPECT_DOUBLE_EQ(oracle::surest_belief(*open), 0.5);
  const auto grown_on = oracle::cohort_beliefs({{{{0}, {1}}, {1, 2}}, {{{0, 2}, {1}}, {1}}});
  ASSERT_TRUE(grown_on);
  EXPECT_DOUBLE_EQ((*grown_on)[0].at(1).at(0), 1);
}

}  // namespace
}  // namespace microdata
