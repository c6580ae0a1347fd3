#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "core/microdata/attribute_set.hpp"
#include "core/subject/levels.hpp"
#include "core/subject/oblivious_persons.hpp"
#include "core/subject/person_buckets.hpp"
#include "core/subject/set_kinds.hpp"
#include "property/minimality_oracle.hpp"
#include "property/random_worlds.hpp"
#include "property/subject_choices.hpp"

// Tests of the disclosure to an attacker who knows the algorithm, by the published numbers of rows
// and the buckets of people with several rows. On small tables, the test goes through all
// assignments and all of the algorithm's draws.

namespace microdata {
namespace {

using minimality::Draw;
using minimality::Release;
using minimality::ShownBucket;
using minimality::World;
using test::Choices;

// People with their quasi-identifiers and numbers of rows. An assignment gives every row a number,
// and thereby a value of each sensitive attribute.
struct Clinic {
  std::vector<std::vector<Code>> quasi_identifiers;
  std::vector<std::uint32_t> rows_of_person;
  std::vector<std::vector<Code>> value_of;
  World world;
  double l = 2;
  std::uint32_t k = 1;
  std::vector<PrivacyModel> models;
  std::size_t least = 1;
  std::size_t fewest_of_stratum = 2;

  std::size_t persons() const { return rows_of_person.size(); }
  std::size_t sensitive() const { return value_of.front().size(); }
};

enum class How { feasible, oblivious, drawn };

// Returns the people's rows, one person after the other. The choice of the rows to publish first
// does not matter. The attacker sees it, and exchanging the rows of a person yields an equally
// likely assignment.
Subjects rows_in_order(const Clinic& clinic) {
  Subjects subjects;
  for (const std::uint32_t rows : clinic.rows_of_person) {
    for (std::uint32_t i = 0; i < rows; ++i)
      subjects.rows.push_back(static_cast<Row>(subjects.rows.size()));
    subjects.offsets.push_back(static_cast<Row>(subjects.rows.size()));
  }
  return subjects;
}

Attribute sensitive_attribute(const std::vector<Code>& codes) {
  Attribute attribute;
  attribute.role = Role::sensitive;
  attribute.distinct = *std::max_element(codes.begin(), codes.end()) + 1;
  return attribute;
}

Microdata rows_of(const Clinic& clinic, const World& world) {
  Microdata data;
  data.rows = static_cast<Row>(world.size());
  for (std::size_t j = 0; j < clinic.sensitive(); ++j) {
    std::vector<Code> column;
    for (const int number : world)
      column.push_back(clinic.value_of[static_cast<std::size_t>(number)][j]);
    data.attributes.push_back(sensitive_attribute(column));
    data.columns.push_back(std::move(column));
  }
  return data;
}

PersonSpace space_of(const Clinic& clinic) {
  PersonSpace space;
  space.tuples.rows = static_cast<Row>(clinic.persons());
  for (const std::vector<Code>& column : clinic.quasi_identifiers) {
    Attribute attribute;
    attribute.distinct = *std::max_element(column.begin(), column.end()) + 1;
    space.tuples.attributes.push_back(attribute);
    space.tuples.columns.push_back(column);
  }
  AttributeSet all(space.tuples.attributes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  space.axes = make_axes(space.tuples, all, Progress());
  return space;
}

// Returns the privacy models for the values of all rows; these models do not depend on the
// distribution.
SetPrivacy privacy_of(const Clinic& clinic, const Microdata& data) {
  if (clinic.models.empty()) return {};
  std::vector<SetDistribution> tables;
  for (const Attribute& attribute : data.attributes) {
    tables.push_back(set_distribution(attribute, std::vector<std::uint64_t>(attribute.distinct, 1),
                                      static_cast<std::uint32_t>(clinic.persons())));
  }
  return {clinic.models, std::move(tables)};
}

// A published set of values, with its number of rows.
using ShownSet = std::pair<std::uint32_t, std::set<int>>;

// Numbers of published sets.
class Registry {
 public:
  int number(const ShownSet& set) {
    const auto [entry, is_new] = numbers_.emplace(set, static_cast<int>(sets_.size()));
    if (is_new) sets_.push_back(set);
    return entry->second;
  }
  const ShownSet& of(int number) const { return sets_[static_cast<std::size_t>(number)]; }

 private:
  std::map<ShownSet, int> numbers_;
  std::vector<ShownSet> sets_;
};

ShownSet shown_set(const Clinic& clinic, const World& world, std::size_t person,
                   std::uint32_t rows) {
  const auto first = std::accumulate(
      clinic.rows_of_person.begin(),
      clinic.rows_of_person.begin() + static_cast<std::ptrdiff_t>(person), std::ptrdiff_t{0});
  return {rows, std::set<int>(world.begin() + first, world.begin() + first + rows)};
}

std::vector<Row> everybody(const Clinic& clinic) {
  std::vector<Row> persons(clinic.persons());
  std::iota(persons.begin(), persons.end(), 0U);
  return persons;
}

TuplePartition buckets_of(const Clinic& clinic, const PersonSpace& space, How how,
                          const SetRule& rule, std::vector<Row> stratum, const Draw& draw) {
  Random random = Random::seeded(1);
  switch (how) {
    case How::oblivious:
      return cut_persons_obliviously(space, rule, stratum, {clinic.least, 1}, draw, random, {});
    case How::drawn:
      // The stratum is tried in every order; other randomness is the same for all orders and
      // assignments.
      shuffle(std::span(stratum), draw);
      return divide_stratum(PersonSpace{}, rule, stratum, 1, random, {});
    case How::feasible:
      break;
  }
  return divide_stratum(space, rule, stratum, 1, random, {});
}

// Returns the release, or no value if the call fails and therefore publishes nothing.
std::optional<Release> publish(const Clinic& clinic, const PersonSpace& space, How how,
                               const World& world, const Draw& draw, Registry& registry) {
  const Microdata data = rows_of(clinic, world);
  ItemSets sets(data, attributes_with_role(data, Role::sensitive), rows_in_order(clinic), 1, {});
  const SetPrivacy privacy = privacy_of(clinic, data);
  const SetRule rule(sets, clinic.l, privacy, clinic.k);
  const std::vector<Row> persons = everybody(clinic);
  const std::optional<Levels> levels =
      how == How::feasible
          ? choose_levels(rule, persons, clinic.rows_of_person, {})
          : choose_levels_by_counts(clinic.fewest_of_stratum, persons, clinic.rows_of_person, {});
  if (!levels) return std::nullopt;
  std::vector<std::vector<Row>> strata(levels->size());
  for (const Row person : persons) {
    const auto above =
        std::upper_bound(levels->begin(), levels->end(), clinic.rows_of_person[person]);
    strata[static_cast<std::size_t>(above - levels->begin()) - 1].push_back(person);
    sets.keep(person, *(above - 1));
  }
  Release release;
  for (std::size_t s = 0; s < strata.size(); ++s) {
    const auto size = static_cast<std::uint32_t>(strata[s].size());
    if (!rule.holds(sets.count(strata[s], {}), size)) return std::nullopt;
    const TuplePartition buckets = buckets_of(clinic, space, how, rule, strata[s], draw);
    for (std::size_t b = 0; b < buckets.buckets(); ++b) {
      ShownBucket bucket;
      for (const Row person : buckets.bucket(b)) {
        bucket.persons.push_back(static_cast<int>(person));
        bucket.shown.push_back(registry.number(shown_set(clinic, world, person, (*levels)[s])));
      }
      std::sort(bucket.persons.begin(), bucket.persons.end());
      std::sort(bucket.shown.begin(), bucket.shown.end());
      release.push_back(std::move(bucket));
    }
  }
  std::sort(release.begin(), release.end());
  return release;
}

// Largest belief that a person has a value in any published row, and largest deviation from the
// share of the bucket's people with the value.
struct PersonBeliefs {
  double largest = 0;
  double from_share = 0;
  std::size_t releases = 0;
  // Releases with several buckets of one number of rows, and releases with several numbers of rows.
  std::size_t cut = 0;
  std::size_t levels = 0;
};

void take(const Clinic& clinic, Registry& registry, const ShownBucket& bucket,
          const std::map<World, double>& worlds, PersonBeliefs& result) {
  const std::uint32_t rows = registry.of(bucket.shown.front()).first;
  // Probability of each set for the person.
  std::map<int, std::map<int, double>> beliefs_of;
  for (const int person : bucket.persons) {
    for (const auto& [world, probability] : worlds) {
      const ShownSet set = shown_set(clinic, world, static_cast<std::size_t>(person), rows);
      beliefs_of[person][registry.number(set)] += probability;
    }
  }
  for (std::size_t j = 0; j < clinic.sensitive(); ++j) {
    for (const std::vector<Code>& value : clinic.value_of) {
      const auto has = [&](int set) {
        const std::set<int>& numbers = registry.of(set).second;
        return std::any_of(numbers.begin(), numbers.end(), [&](int number) {
          return clinic.value_of[static_cast<std::size_t>(number)][j] == value[j];
        });
      };
      const auto with_value = std::count_if(bucket.shown.begin(), bucket.shown.end(), has);
      const double share =
          static_cast<double>(with_value) / static_cast<double>(bucket.shown.size());
      for (const auto& [person, beliefs] : beliefs_of) {
        double belief = 0;
        for (const auto& [set, probability] : beliefs)
          belief += has(set) ? probability : 0;
        result.largest = std::max(result.largest, belief);
        result.from_share = std::max(result.from_share, std::abs(belief - share));
      }
    }
  }
}

double worlds_of(const Clinic& clinic) {
  World sorted = clinic.world;
  std::sort(sorted.begin(), sorted.end());
  double result = 1;
  int run = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    run = i > 0 && sorted[i] == sorted[i - 1] ? run + 1 : 1;
    result *= static_cast<double>(i + 1) / run;
  }
  return result;
}

struct TooManyRuns {};

PersonBeliefs person_beliefs(const Clinic& clinic, How how, double most_runs) {
  const PersonSpace space = space_of(clinic);
  Registry registry;
  double runs = 0;
  double weight = worlds_of(clinic);
  const auto run = [&](const World& world, const Draw& draw) -> Release {
    runs += weight;
    if (runs > most_runs) throw TooManyRuns{};
    return publish(clinic, space, how, world, draw, registry).value_or(Release{});
  };
  // The estimate assumes that all assignments take as many draws as one whose release is not empty.
  if (minimality::releases_of(clinic.world, run).begin()->first.empty()) return {};
  weight = 1;
  runs = 0;
  PersonBeliefs result;
  for (const auto& [release, worlds] : minimality::posteriors(clinic.world, run)) {
    if (release.empty()) continue;
    ++result.releases;
    std::set<std::uint32_t> levels;
    for (const ShownBucket& bucket : release) {
      levels.insert(registry.of(bucket.shown.front()).first);
      take(clinic, registry, bucket, worlds, result);
    }
    result.cut += release.size() > levels.size() ? 1 : 0;
    result.levels += levels.size() > 1 ? 1 : 0;
  }
  return result;
}

constexpr double no_limit = 1e6;

// Returns two people with two rows each and three with one. Only one value occurs twice; without
// these two people, the three others could have it. The level of two rows is therefore missing if
// and only if both people have the value.
Clinic two_of_two_rows() {
  Clinic clinic;
  clinic.quasi_identifiers = {{0, 0, 1, 1, 1}};
  clinic.rows_of_person = {2, 2, 1, 1, 1};
  clinic.value_of = {{0}, {1}, {2}, {3}, {4}, {5}};
  clinic.world = {0, 0, 1, 2, 3, 4, 5};
  clinic.l = 1.5;
  return clinic;
}

TEST(ObliviousPersonsProperty, AMissingLevelTellsWhatObliviousLevelsDoNot) {
  const Clinic clinic = two_of_two_rows();
  EXPECT_DOUBLE_EQ(person_beliefs(clinic, How::feasible, no_limit).largest, 1);
  const PersonBeliefs oblivious = person_beliefs(clinic, How::oblivious, no_limit);
  EXPECT_LE(oblivious.largest, 1 / 1.5 + 1e-9);
  EXPECT_LT(oblivious.from_share, 1e-9);
  EXPECT_GT(oblivious.levels, 0U);
}

struct PersonsShape {
  int persons = 4;
  int most_rows = 4;
  int sensitive = 1;
  bool models = false;
};

Clinic random_clinic(Choices& choices, const PersonsShape& shape) {
  Clinic clinic;
  clinic.quasi_identifiers = test::random_axes(choices, 2, shape.persons);
  clinic.value_of = test::random_combinations(choices, shape.sensitive, 2);
  const auto numbers = static_cast<int>(clinic.value_of.size());
  const int most_rows = choices.between(1, shape.most_rows);
  const bool skewed = choices.one_in(2);
  for (int p = 0; p < shape.persons; ++p) {
    const int rows = choices.between(1, most_rows);
    clinic.rows_of_person.push_back(static_cast<std::uint32_t>(rows));
    for (int i = 0; i < rows; ++i)
      clinic.world.push_back(skewed && choices.one_in(2) ? 0 : choices.between(0, numbers - 1));
  }
  clinic.l = choices.of(std::vector<double>{1.5, 2});
  clinic.least = static_cast<std::size_t>(choices.between(1, 3));
  clinic.fewest_of_stratum = static_cast<std::size_t>(choices.between(1, 3));
  if (shape.models) {
    using Variant = LDiversity::Variant;
    clinic.k = static_cast<std::uint32_t>(choices.between(1, 2));
    clinic.l = choices.one_in(2) ? 1 : clinic.l;
    clinic.models.push_back(
        LDiversity{2, choices.of(std::vector<Variant>{Variant::distinct, Variant::entropy}), 1});
    if (choices.one_in(2)) clinic.models.emplace_back(AlphaKAnonymity{0.77, 2, {}});
  }
  return clinic;
}

struct Totals {
  std::size_t tables = 0;
  std::size_t cut = 0;
  std::size_t levels = 0;
  std::size_t leaking = 0;
};

// Checks at most the given number of random tables whose releases have several buckets.
void expect_shares_of_sets(std::size_t tables, const PersonsShape& shape, How how, Totals& totals) {
  std::size_t done = 0;
  test::for_cases(1500, [&](Choices& choices, std::uint64_t) {
    if (done == tables) return;
    const Clinic clinic = random_clinic(choices, shape);
    if (clinic.world.size() == clinic.persons() || worlds_of(clinic) > 500) return;
    PersonBeliefs found;
    try {
      found = person_beliefs(clinic, how, 6000);
    } catch (const TooManyRuns&) {
      return;
    }
    if (found.cut + found.levels == 0) return;
    EXPECT_LT(found.from_share, 1e-9);
    EXPECT_LE(found.largest, 1 / clinic.l + 1e-9);
    ++done;
    totals.cut += found.cut > 0 ? 1 : 0;
    totals.levels += found.levels > 0 ? 1 : 0;
    const double told = person_beliefs(clinic, How::feasible, no_limit).largest;
    if (told > 1 / clinic.l + 1e-9) ++totals.leaking;
  });
  totals.tables += done;
}

void report(const Totals& totals) {
  std::cout << totals.tables << " tables; of several levels: " << totals.levels
            << ", cut in some world: " << totals.cut
            << "; feasible levels and cuts tell more than 1/l: " << totals.leaking << '\n';
  if (!testing::Test::HasFailure()) {
    EXPECT_GT(totals.tables, test::expected_of(0));
  }
}

TEST(ObliviousPersonsProperty, BeliefsAreSharesOfSets) {
  Totals totals;
  expect_shares_of_sets(8, {4, 4, 1, false}, How::oblivious, totals);
  expect_shares_of_sets(8, {5, 3, 1, false}, How::oblivious, totals);
  expect_shares_of_sets(4, {6, 2, 1, false}, How::oblivious, totals);
  report(totals);
  if (testing::Test::HasFailure()) return;
  EXPECT_GE(totals.cut, test::expected_of(1));
  EXPECT_GE(totals.levels, test::expected_of(1));
  EXPECT_GE(totals.leaking, test::expected_of(1));
}

TEST(ObliviousPersonsProperty, BeliefsAreSharesOfSetsOfSeveralAttributes) {
  Totals totals;
  expect_shares_of_sets(8, {4, 3, 2, false}, How::oblivious, totals);
  expect_shares_of_sets(8, {5, 2, 2, false}, How::oblivious, totals);
  report(totals);
}

TEST(ObliviousPersonsProperty, BeliefsAreSharesOfSetsUnderModels) {
  Totals totals;
  expect_shares_of_sets(8, {4, 3, 1, true}, How::oblivious, totals);
  expect_shares_of_sets(8, {5, 2, 1, true}, How::oblivious, totals);
  report(totals);
}

// The method draws people within levels, like Anatomy.
TEST(ObliviousPersonsProperty, BeliefsAreSharesOfSetsThatAreDrawn) {
  Totals totals;
  for (const int persons : {3, 4, 5})
    expect_shares_of_sets(10, {persons, 3, 1, false}, How::drawn, totals);
  report(totals);
}

// If people exchange their values, they also exchange their numbers, and numbers distinguish only
// different sets. Blocks with too many people for an enumeration take their remainders by these
// numbers.
TEST(ObliviousPersonsProperty, KindsFollowSets) {
  test::for_cases(200, [&](Choices& choices, std::uint64_t) {
    Clinic clinic;
    const auto persons = static_cast<std::size_t>(choices.between(1, 40));
    const int rows = choices.between(1, 3);
    clinic.rows_of_person.assign(persons, static_cast<std::uint32_t>(rows));
    const int numbers = choices.between(1, 9);
    for (int n = 0; n < numbers; ++n)
      clinic.value_of.push_back({static_cast<Code>(n)});
    std::vector<World> worlds_of_persons(persons);
    for (World& world : worlds_of_persons) {
      for (int i = 0; i < rows; ++i)
        world.push_back(choices.between(0, numbers - 1));
    }
    std::vector<Row> of = everybody(clinic);
    shuffle(std::span(of), [&](std::uint32_t bound) {
      return static_cast<std::uint32_t>(choices.between(0, static_cast<int>(bound) - 1));
    });
    World after;
    for (std::size_t p = 0; p < persons; ++p) {
      clinic.world.insert(clinic.world.end(), worlds_of_persons[p].begin(),
                          worlds_of_persons[p].end());
      const World& others = worlds_of_persons[of[p]];
      after.insert(after.end(), others.begin(), others.end());
    }
    const auto kinds_of = [&](const World& world) {
      const ItemSets sets(rows_of(clinic, world), {0}, rows_in_order(clinic), 1, {});
      return SetKinds(sets, everybody(clinic), {});
    };
    const SetKinds before_exchange = kinds_of(clinic.world);
    const SetKinds after_exchange = kinds_of(after);
    for (std::size_t p = 0; p < persons; ++p) {
      EXPECT_EQ(after_exchange.in_order().of_row[p], before_exchange.in_order().of_row[of[p]]);
      EXPECT_EQ(after_exchange.spread().of_row[p], before_exchange.spread().of_row[of[p]]);
      for (std::size_t other = 0; other < persons; ++other) {
        const bool same =
            std::set<int>(worlds_of_persons[p].begin(), worlds_of_persons[p].end()) ==
            std::set<int>(worlds_of_persons[other].begin(), worlds_of_persons[other].end());
        for (const Combinations& kinds : {before_exchange.in_order(), before_exchange.spread()}) {
          EXPECT_EQ(same, kinds.of_row[p] == kinds.of_row[other]);
          EXPECT_LT(kinds.of_row[p], kinds.distinct);
        }
      }
    }
  });
}

std::vector<std::size_t> published_rows_of_each(const SubjectBucketization& release) {
  std::vector<std::size_t> rows;
  for (std::size_t p = 0; p < release.published_rows.buckets(); ++p)
    rows.push_back(release.published_rows.bucket(p).size());
  return rows;
}

// The published number of each person's rows in larger tables does not depend on the assignment of
// values.
TEST(ObliviousPersonsProperty, NumbersOfRowsDependOnNumbersOfRowsAlone) {
  std::size_t of_several_levels = 0;
  std::size_t feasible_differ = 0;
  test::for_cases(150, [&](Choices& choices, std::uint64_t seed) {
    test::PersonTable table = test::random_persons(
        choices, {.least_persons = 20, .most_persons = 200, .most_rows = 6, .most_values = 30});
    SubjectBucketizationOptions options;
    options.l = choices.of(std::vector<double>{1.5, 2, 3});
    options.near_persons = !choices.one_in(3);
    if (choices.one_in(3)) options.classes = Grouping::relaxed;
    const auto publish = [&](Cuts cuts) {
      options.cuts = cuts;
      return test::try_to_bucketize(table, options, seed);
    };
    const auto oblivious = publish(Cuts::oblivious);
    const auto feasible = publish(Cuts::feasible);
    for (const std::size_t a : attributes_with_role(table.data, Role::sensitive)) {
      std::vector<Code>& column = table.data.columns[a];
      for (std::size_t i = column.size(); i > 1; --i)
        std::swap(column[i - 1],
                  column[static_cast<std::size_t>(choices.between(0, static_cast<int>(i) - 1))]);
    }
    const auto other_oblivious = publish(Cuts::oblivious);
    const auto other_feasible = publish(Cuts::feasible);
    if (oblivious && other_oblivious) {
      const std::vector<std::size_t> rows = published_rows_of_each(*oblivious);
      EXPECT_EQ(rows, published_rows_of_each(*other_oblivious));
      of_several_levels += std::set<std::size_t>(rows.begin(), rows.end()).size() > 1 ? 1 : 0;
    }
    if (feasible && other_feasible) {
      feasible_differ +=
          published_rows_of_each(*feasible) != published_rows_of_each(*other_feasible) ? 1 : 0;
    }
  });
  std::cout << of_several_levels << " releases of several levels; of feasible ones differ "
            << feasible_differ << '\n';
  if (testing::Test::HasFailure()) return;
  EXPECT_GE(of_several_levels, test::expected_of(11));
  EXPECT_GE(feasible_differ, test::expected_of(1));
}

}  // namespace
}  // namespace microdata
