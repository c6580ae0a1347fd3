#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <iterator>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "core/risk/composition.hpp"
#include "core/risk/followed_persons.hpp"
#include "property/random_table.hpp"
#include "property/sliced_view.hpp"

// Compares two releases of a table at different times with an attacker who knows each person's
// values at both times and goes through all buckets.

namespace microdata {
namespace {

using test::Choices;

constexpr Code diseases = 6;
constexpr Code ages = 80;
constexpr Code most_years = 12;

struct People {
  std::vector<Code> age;
  std::vector<Code> zip;
  std::vector<Code> disease;

  Row count() const { return static_cast<Row>(age.size()); }
};

enum class Change { none, years, birthdays, moves };

struct History {
  People then;
  People now;
  // Share of people whose changes no number of years explains.
  double moved = 0;
};

History random_history(Choices& choices, Change change) {
  History history;
  const int persons = choices.between(150, 400);
  const int zips = choices.between(1, 60);
  for (int i = 0; i < persons; ++i) {
    history.then.age.push_back(static_cast<Code>(choices.between(20, 60)));
    history.then.zip.push_back(static_cast<Code>(choices.between(0, zips - 1)));
    history.then.disease.push_back(static_cast<Code>(choices.between(0, diseases - 1)));
  }
  history.now = history.then;
  const auto years = static_cast<Code>(choices.between(1, 3));
  const double share = choices.real();
  for (Row i = 0; i < history.now.count(); ++i) {
    if (change == Change::years) history.now.age[i] += years;
    if (change == Change::birthdays)
      history.now.age[i] += choices.real() < share ? years : years - 1;
    if (change == Change::moves && choices.real() < share) {
      history.now.zip[i] = static_cast<Code>(choices.between(0, zips - 1));
      history.moved += history.now.zip[i] != history.then.zip[i] ? 1.0 / persons : 0;
    }
  }
  return history;
}

struct Published {
  AttributePartition columns;
  TuplePartition buckets;
};

// Returns random buckets of three rows.
Published random_release(Choices& choices, Row rows, bool in_one_column) {
  Published release;
  release.columns = in_one_column ? AttributePartition{{{0, 1}, {}}, {{2}, {}}}
                                  : AttributePartition{{{0}, {}}, {{1}, {}}, {{2}, {}}};
  release.buckets.rows.resize(rows);
  std::iota(release.buckets.rows.begin(), release.buckets.rows.end(), 0U);
  test::shuffle(release.buckets.rows, choices);
  release.buckets.offsets = {0};
  while (release.buckets.offsets.back() < rows)
    release.buckets.offsets.push_back(
        std::min(rows, static_cast<Row>(release.buckets.offsets.back()) + 3));
  return release;
}

struct Placed {
  SlicedView view;
  PlacedPersons placed;
  std::vector<Row> tuples;
};

// Places people in the release of other rows, with ages reduced by each of the given numbers.
Placed place(const People& published, const Published& release, const People& persons,
             const std::vector<Code>& less) {
  Microdata data;
  data.attributes.resize(3);
  data.attributes[0].distinct = ages;
  data.attributes[1].distinct = 60;
  data.attributes[2].distinct = diseases;
  data.attributes[2].role = Role::sensitive;
  data.columns = {published.age, published.zip, published.disease};
  for (Row i = 0; i < persons.count(); ++i) {
    for (const Code years : less) {
      data.columns[0].push_back(persons.age[i] - years);
      data.columns[1].push_back(persons.zip[i]);
      data.columns[2].push_back(persons.disease[i]);
    }
  }
  data.rows = static_cast<Row>(data.columns.front().size());
  const std::vector<std::vector<Row>> linking(release.columns.size(), release.buckets.rows);
  Placed placed{make_view(data, release.columns, release.buckets, linking), {}, {}};
  placed.tuples.resize(data.rows - published.count());
  std::iota(placed.tuples.begin(), placed.tuples.end(), published.count());
  placed.placed =
      place_persons(placed.view, placed.view.sensitive.front(), placed.tuples, 1U << 30U, {});
  return placed;
}

ReleaseBeliefs beliefs_of(const Placed& placed, std::size_t alternatives) {
  ReleaseBeliefs beliefs = believe(placed.placed, most_beliefs, {});
  beliefs.alternatives = alternatives;
  return beliefs;
}

// Returns the values of all buckets that can contain the person.
std::set<Code> candidates(const People& published, const Published& release, Code age, Code zip) {
  std::set<Code> result;
  for (std::size_t b = 0; b < release.buckets.buckets(); ++b) {
    bool has_age = false;
    bool has_zip = false;
    bool has_both = false;
    for (const Row row : release.buckets.bucket(b)) {
      has_age = has_age || published.age[row] == age;
      has_zip = has_zip || published.zip[row] == zip;
      has_both = has_both || (published.age[row] == age && published.zip[row] == zip);
    }
    if (release.columns.size() == 2 ? !has_both : !(has_age && has_zip)) continue;
    for (const Row row : release.buckets.bucket(b))
      result.insert(published.disease[row]);
  }
  return result;
}

// Returns the number of people who are pinned by an attacker with knowledge of both times.
std::size_t pinned_by_enumeration(const History& history, const Published& first,
                                  const Published& second) {
  std::size_t pinned = 0;
  for (Row i = 0; i < history.now.count(); ++i) {
    const std::set<Code> a =
        candidates(history.then, first, history.then.age[i], history.then.zip[i]);
    const std::set<Code> b =
        candidates(history.now, second, history.now.age[i], history.now.zip[i]);
    std::vector<Code> both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    pinned += both.size() == 1 ? 1 : 0;
  }
  return pinned;
}

struct Composed {
  double lost = 0;
  std::vector<std::size_t> years;
  CompositionFigures figures;
};

Composed compose_followed(const History& history, const Published& first, const Published& second) {
  Composed composed;
  std::vector<Code> less{0};
  Placed placed = place(history.then, first, history.now, less);
  SupposedFit fit = fit_of(placed.placed, &placed.view, 1, 1);
  double by_chance = 0;
  composed.years = {0};
  if (lost_share(fit, 0) > few_lost_persons) {
    std::vector<Code> all(most_years + 1);
    std::iota(all.begin(), all.end(), 0U);
    const Placed supposed = place(history.then, first, history.now, all);
    const Followed followed = follow(fit_of(supposed.placed, &supposed.view, all.size(), 1));
    composed.years = followed.suppositions;
    less.assign(followed.suppositions.begin(), followed.suppositions.end());
    by_chance = followed.by_chance;
    placed = place(history.then, first, history.now, less);
    fit = fit_of(placed.placed, &placed.view, less.size(), 1);
  }
  composed.lost = lost_share(fit, 0, by_chance);
  const ReleaseBeliefs of_first = beliefs_of(placed, less.size());
  const ReleaseBeliefs of_second = beliefs_of(place(history.now, second, history.now, {0}), 1);
  const std::vector<const ReleaseBeliefs*> both{&of_first, &of_second};
  composed.figures = compose(both, history.now.disease, history.now.count(), {});
  return composed;
}

CompositionFigures compose_known(const History& history, const Published& first,
                                 const Published& second) {
  const ReleaseBeliefs a = beliefs_of(place(history.then, first, history.then, {0}), 1);
  const ReleaseBeliefs b = beliefs_of(place(history.now, second, history.now, {0}), 1);
  const std::vector<const ReleaseBeliefs*> both{&a, &b};
  return compose(both, history.now.disease, history.now.count(), {});
}

// A known figure is at least that of an attacker who knew all people at both times, minus the
// people who can be lost.
TEST(FollowedPersonsProperty, FiguresAreThoseOfWhoKnewEverybodyThenOrUnknown) {
  const std::vector<Change> changes{Change::none, Change::years, Change::birthdays, Change::moves};
  std::vector<int> known(changes.size());
  const int runs = test::tried(240);
  for (int run = 0; run < runs; ++run) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(run);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const auto kind = static_cast<std::size_t>(run) % changes.size();
    const History history = random_history(choices, changes[kind]);
    const bool in_one_column = choices.one_in(2);
    const Published first = random_release(choices, history.then.count(), in_one_column);
    const Published second = random_release(choices, history.now.count(), in_one_column);
    const std::size_t oracle = pinned_by_enumeration(history, first, second);
    const CompositionFigures knowing = compose_known(history, first, second);
    EXPECT_EQ(knowing.pinned, oracle);
    const Composed composed = compose_followed(history, first, second);
    if (changes[kind] == Change::none) {
      EXPECT_EQ(composed.lost, 0);
      EXPECT_EQ(composed.figures.pinned, oracle);
      EXPECT_EQ(composed.figures.right, knowing.right);
    }
    if (composed.lost > most_lost_persons) continue;
    ++known[kind];
    const auto persons = static_cast<double>(history.now.count());
    const double tolerated = persons * most_lost_persons + 3 * std::sqrt(persons * 0.02);
    EXPECT_GE(static_cast<double>(composed.figures.pinned) + tolerated,
              static_cast<double>(oracle));
    // Every person matches some row in dense slices, so that people who moved remain unnoticed.
    // Such releases pin few people, and guesses are slightly worse than those of the knowing
    // attacker.
    if (changes[kind] == Change::moves && !in_one_column) continue;
    EXPECT_GE(static_cast<double>(composed.figures.right) + tolerated,
              static_cast<double>(knowing.right));
  }
  // A person who only grew older is followed.
  EXPECT_EQ(known[0], runs / 4);
  EXPECT_GE(known[1], test::expected_of(55));
  EXPECT_GE(known[2], test::expected_of(35));
}

// The figure of alternatives is that of the worst choice among them.
TEST(FollowedPersonsProperty, AlternativesAreAsBadAsTheWorstHistory) {
  for (int run = 0; run < test::tried(200); ++run) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(run);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    std::vector<ReleaseBeliefs> releases(static_cast<std::size_t>(choices.between(1, 3)));
    for (ReleaseBeliefs& release : releases) {
      release.alternatives = static_cast<std::size_t>(choices.between(1, 3));
      release.rows.assign(diseases, 1);
      for (std::size_t a = 0; a < release.alternatives; ++a) {
        // Each alternative contains the true value, because only such alternatives can be correct.
        for (Code value = 0; value < diseases; ++value) {
          if (value == 0 || choices.one_in(2))
            release.beliefs.push_back({value, 0.1 + choices.real()});
        }
        release.first.push_back(release.beliefs.size());
      }
    }
    const auto alone = [](const ReleaseBeliefs& release, std::size_t alternative) {
      ReleaseBeliefs result;
      result.beliefs.assign(release.of(0, alternative).begin(), release.of(0, alternative).end());
      result.first.push_back(result.beliefs.size());
      result.rows = release.rows;
      return result;
    };
    const std::vector<Code> truth{0};
    CompositionFigures worst;
    double least = diseases;
    std::size_t histories = 1;
    for (const ReleaseBeliefs& release : releases)
      histories *= release.alternatives;
    for (std::size_t history = 0; history < histories; ++history) {
      std::vector<ReleaseBeliefs> chosen;
      std::size_t left = history;
      for (const ReleaseBeliefs& release : releases) {
        chosen.push_back(alone(release, left % release.alternatives));
        left /= release.alternatives;
      }
      std::vector<const ReleaseBeliefs*> pointers;
      for (const ReleaseBeliefs& release : chosen)
        pointers.push_back(&release);
      const CompositionFigures figures = compose(pointers, truth, 1, {});
      worst.pinned = std::max(worst.pinned, figures.pinned);
      worst.right = std::max(worst.right, figures.right);
      least = std::min(least, figures.candidates);
    }
    std::vector<const ReleaseBeliefs*> pointers;
    for (const ReleaseBeliefs& release : releases)
      pointers.push_back(&release);
    const CompositionFigures figures = compose(pointers, truth, 1, {});
    EXPECT_EQ(figures.pinned, worst.pinned);
    EXPECT_EQ(figures.right, worst.right);
    EXPECT_EQ(figures.candidates, least);
  }
}

}  // namespace
}  // namespace microdata
