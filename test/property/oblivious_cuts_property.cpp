#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <iostream>
#include <numeric>
#include <optional>
#include <set>

#include "core/bucketization/anatomy.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/partition/local_recoding.hpp"
#include "core/partition/oblivious_cuts.hpp"
#include "core/privacy/diversity.hpp"
#include "property/minimality_oracle.hpp"
#include "property/random_table.hpp"
#include "property/random_worlds.hpp"

// Tests of the disclosure by the choice of cuts to an attacker who knows the algorithm. On small
// tables, the test goes through all assignments and all of the algorithm's draws.

namespace microdata {
namespace {

using minimality::Draw;
using minimality::Release;
using minimality::World;
using test::Choices;

// People with their quasi-identifiers, and the meaning of the numbers that an assignment gives
// them.
struct Census {
  std::vector<std::vector<Code>> quasi_identifiers;
  // Value of each sensitive attribute, by number.
  std::vector<std::vector<Code>> value_of;
  // Number of each person in the true assignment.
  std::vector<int> values;
  // Known values of each person's sensitive column.
  std::vector<std::uint32_t> known;
  double l = 2;
  std::vector<PrivacyModel> models;
  std::size_t least = 1;

  std::size_t persons() const { return values.size(); }
  std::size_t sensitive() const { return value_of.front().size(); }
};

Microdata table_of(const Census& census, const World& world) {
  Microdata data;
  data.rows = static_cast<Row>(world.size());
  for (const std::vector<Code>& column : census.quasi_identifiers) {
    Attribute attribute;
    attribute.name = "q" + std::to_string(data.attributes.size());
    attribute.distinct = *std::max_element(column.begin(), column.end()) + 1;
    data.attributes.push_back(attribute);
    data.columns.push_back(column);
  }
  for (std::size_t j = 0; j < census.sensitive(); ++j) {
    Attribute attribute;
    attribute.name = "s" + std::to_string(j);
    attribute.role = Role::sensitive;
    std::vector<Code> column;
    for (const int value : world) {
      column.push_back(census.value_of[static_cast<std::size_t>(value)][j]);
      attribute.distinct = std::max(attribute.distinct, column.back() + 1);
    }
    data.attributes.push_back(attribute);
    data.columns.push_back(column);
  }
  return data;
}

Release shown(const TuplePartition& buckets, const World& world) {
  Release release;
  for (std::size_t b = 0; b < buckets.buckets(); ++b) {
    minimality::ShownBucket bucket;
    for (const Row row : buckets.bucket(b)) {
      bucket.persons.push_back(static_cast<int>(row));
      bucket.shown.push_back(world[row]);
    }
    std::sort(bucket.persons.begin(), bucket.persons.end());
    std::sort(bucket.shown.begin(), bucket.shown.end());
    release.push_back(std::move(bucket));
  }
  std::sort(release.begin(), release.end());
  return release;
}

std::vector<Strata> strata_of(const Census& census, const Microdata& data) {
  const std::uint32_t distinct = *std::max_element(census.known.begin(), census.known.end()) + 1;
  std::vector<Strata> strata;
  for (const std::size_t s : attributes_with_role(data, Role::sensitive))
    strata.push_back(make_strata(data, s, census.known, distinct, Progress()));
  return strata;
}

TuplePartition oblivious_buckets(const Census& census, std::span<const Row> order,
                                 const World& world, const Draw& draw) {
  const Microdata data = table_of(census, world);
  const std::vector<Strata> strata = strata_of(census, data);
  const PrivacyRequirement privacy(data, attributes_with_role(data, Role::sensitive), census.models,
                                   Progress());
  const BucketRequirement requirement(strata, census.l, privacy);
  return cut_obliviously(data, attributes_with_role(data, Role::quasi_identifier), strata,
                         requirement, order, {census.l, census.least, 1}, draw, Progress());
}

TuplePartition feasible_classes(const Census& census, std::span<const Row> order,
                                const World& world, Grouping grouping) {
  const Microdata data = table_of(census, world);
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  const PrivacyRequirement privacy(data, sensitive, census.models, Progress());
  return equivalence_classes(data, attributes_with_role(data, Role::quasi_identifier), sensitive,
                             order, privacy, {grouping, census.l, 1}, Progress());
}

std::vector<Row> any_order(std::size_t rows) {
  std::vector<Row> order(rows);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

// Largest belief in a value, which must not exceed 1/l, and largest deviation from the shares in
// buckets.
struct Beliefs {
  double largest = 0;
  double from_share = 0;
  std::size_t releases = 0;
  std::size_t cut = 0;
};

const minimality::ShownBucket& bucket_of(const Release& release, int person) {
  return *std::find_if(release.begin(), release.end(), [&](const auto& bucket) {
    return std::find(bucket.persons.begin(), bucket.persons.end(), person) != bucket.persons.end();
  });
}

// Returns a number for the sensitive column, which contains the known value and the sensitive one.
int with_known(const Census& census, std::size_t person, int value) {
  return static_cast<int>(census.known[person]) * 1000 + value;
}

Beliefs beliefs(const Census& census,
                const std::function<TuplePartition(const World&, const Draw&)>& divide) {
  // Only assignments that agree on the pairs of known and sensitive values are possible.
  std::vector<int> pairs;
  for (std::size_t i = 0; i < census.persons(); ++i)
    pairs.push_back(with_known(census, i, census.values[i]));
  std::sort(pairs.begin(), pairs.end());
  const auto publish = [&](const World& world, const Draw& draw) -> Release {
    World with;
    for (std::size_t i = 0; i < world.size(); ++i)
      with.push_back(with_known(census, i, world[i]));
    std::vector<int> sorted = with;
    std::sort(sorted.begin(), sorted.end());
    if (sorted != pairs) return {};
    return shown(divide(world, draw), with);
  };
  Beliefs result;
  for (const auto& [release, worlds] : minimality::posteriors(census.values, publish)) {
    if (release.empty()) continue;
    ++result.releases;
    result.cut += release.size() > 1 ? 1 : 0;
    for (std::size_t person = 0; person < census.persons(); ++person) {
      const std::vector<int>& bucket = bucket_of(release, static_cast<int>(person)).shown;
      for (std::size_t j = 0; j < census.sensitive(); ++j) {
        for (const std::vector<Code>& value : census.value_of) {
          const auto has = [&](int number) {
            return census.value_of[static_cast<std::size_t>(number)][j] == value[j];
          };
          const double p = minimality::belief(worlds, person, has);
          int alike = 0;
          int with_value = 0;
          for (const int pair : bucket) {
            if (pair / 1000 != static_cast<int>(census.known[person])) continue;
            ++alike;
            with_value += has(pair % 1000) ? 1 : 0;
          }
          result.largest = std::max(result.largest, p);
          result.from_share = std::max(result.from_share, std::abs(p - double(with_value) / alike));
        }
      }
    }
  }
  return result;
}

// Returns the number of assignments.
double worlds_of(const Census& census) {
  std::vector<int> sorted = census.values;
  std::sort(sorted.begin(), sorted.end());
  double result = 1;
  int run = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    run = i > 0 && sorted[i] == sorted[i - 1] ? run + 1 : 1;
    result *= static_cast<double>(i + 1) / run;
  }
  return result;
}

// Returns the beliefs after oblivious cuts, or no value if assignments and draws are too numerous.
std::optional<Beliefs> oblivious_beliefs(const Census& census, const std::vector<Row>& order,
                                         double most_runs) {
  struct TooMany {};
  double runs = 0;
  const auto counted = [&](double weight) {
    return [&, weight](const World& world, const Draw& draw) {
      runs += weight;
      if (runs > most_runs) throw TooMany{};
      return oblivious_buckets(census, order, world, draw);
    };
  };
  try {
    // The estimate assumes that all assignments take as many draws as one of them.
    minimality::releases_of(census.values, [&](const World& world, const Draw& draw) {
      return shown(counted(worlds_of(census))(world, draw), world);
    });
    runs = 0;
    return beliefs(census, counted(1));
  } catch (const TooMany&) {
    return std::nullopt;
  }
}

Beliefs feasible_beliefs(const Census& census, Grouping grouping) {
  const std::vector<Row> order = any_order(census.persons());
  return beliefs(census, [&](const World& world, const Draw& /*draw*/) {
    return feasible_classes(census, order, world, grouping);
  });
}

// Returns two people aged 20 and four aged 50, with HIV twice and four other diseases.
Census two_of_twenty() {
  Census census;
  census.quasi_identifiers = {{0, 0, 1, 1, 1, 1}};
  census.value_of = {{0}, {1}, {2}, {3}, {4}};
  census.values = {0, 0, 1, 2, 3, 4};
  census.known.assign(6, 0);
  return census;
}

TEST(ObliviousCutsProperty, FeasibleCutsTellWhatObliviousOnesDoNot) {
  const Census census = two_of_twenty();
  for (const Grouping grouping : {Grouping::strict, Grouping::relaxed})
    EXPECT_DOUBLE_EQ(feasible_beliefs(census, grouping).largest, 1);
  const std::optional<Beliefs> oblivious = oblivious_beliefs(census, any_order(6), 1e6);
  ASSERT_TRUE(oblivious);
  EXPECT_LE(oblivious->largest, 0.5 + 1e-9);
  EXPECT_LT(oblivious->from_share, 1e-9);
  EXPECT_GT(oblivious->cut, 0U);
}

// Anatomy ignores quasi-identifiers, so that all orders of the rows are equally likely.
TEST(ObliviousCutsProperty, AnatomyTellsTheShareInTheBucket) {
  const Census census = two_of_twenty();
  const Beliefs anatomy = beliefs(census, [&](const World& world, const Draw& draw) {
    std::vector<Row> order = any_order(census.persons());
    for (std::size_t remaining = order.size(); remaining > 1; --remaining)
      std::swap(order[remaining - 1], order[draw(static_cast<std::uint32_t>(remaining))]);
    const Microdata data = table_of(census, world);
    // Six rows leave no remainder, so that no residue is drawn.
    Random random = Random::seeded(1);
    return anatomize(data.columns[1], 5, order, 2, random, Progress());
  });
  EXPECT_LE(anatomy.largest, 0.5 + 1e-9);
  EXPECT_LT(anatomy.from_share, 1e-9);
  EXPECT_GT(anatomy.cut, 0);
}

// Returns true if the tuples of each known combination satisfy the requirement as one bucket.
bool is_feasible(const Census& census) {
  const Microdata data = table_of(census, census.values);
  const std::vector<Strata> strata = strata_of(census, data);
  const PrivacyRequirement privacy(data, attributes_with_role(data, Role::sensitive), census.models,
                                   Progress());
  const BucketRequirement requirement(strata, census.l, privacy);
  BucketRequirement::Scratch scratch = requirement.make_scratch();
  for (const std::uint32_t q : std::set(census.known.begin(), census.known.end())) {
    std::vector<std::uint32_t> tags;
    std::size_t rows = 0;
    for (std::size_t i = 0; i < census.persons(); ++i) {
      if (census.known[i] != q) continue;
      ++rows;
      for (const Strata& s : strata)
        tags.push_back(s.of_row[i]);
    }
    if (rows < requirement.fewest() || !requirement.l_holds(tags, scratch) ||
        !requirement.privacy_holds(tags, scratch)) {
      return false;
    }
  }
  return true;
}

struct Shape {
  int persons = 6;
  int sensitive = 1;
  int known = 1;
  bool models = false;
};

Census random_census(Choices& choices, const Shape& shape) {
  Census census;
  census.quasi_identifiers = test::random_axes(choices, 3, shape.persons);
  census.value_of = test::random_combinations(choices, shape.sensitive, 3);
  const auto numbers = static_cast<int>(census.value_of.size());
  const bool skewed = choices.one_in(2);
  for (int i = 0; i < shape.persons; ++i) {
    census.values.push_back(skewed && choices.one_in(3) ? 0 : choices.between(0, numbers - 1));
    census.known.push_back(static_cast<std::uint32_t>(choices.between(0, shape.known - 1)));
  }
  const double ls[] = {1.5, 2, 2, 2.5, 3};
  census.l = ls[choices.between(0, 4)];
  if (shape.models) {
    census.models.emplace_back(KAnonymity{double(choices.between(1, 3))});
    if (choices.one_in(2)) census.models.emplace_back(TCloseness{0.1 * choices.between(2, 6)});
    if (choices.one_in(3)) census.l = 1;
  }
  census.least = static_cast<std::size_t>(choices.between(1, 4));
  return census;
}

// Checks the given number of random tables.
void expect_shares(int of_tables, const Shape& shape) {
  const auto tables = static_cast<std::size_t>(test::tried(of_tables));
  std::size_t done = 0;
  std::size_t cut = 0;
  std::size_t leaking = 0;
  // Few random tables are small enough, so that all cases may be needed to find some.
  test::for_all_cases(2000, [&](Choices& choices, std::uint64_t) {
    if (done == tables) return;
    const Census census = random_census(choices, shape);
    if (!is_feasible(census) || worlds_of(census) > 700) return;
    std::vector<Row> order = any_order(census.persons());
    test::shuffle(order, choices);
    const std::optional<Beliefs> found =
        oblivious_beliefs(census, order, census.persons() < 8 ? 15000 : 150000);
    if (!found) return;
    EXPECT_LT(found->from_share, 1e-9);
    EXPECT_LE(found->largest, 1 / census.l + 1e-9);
    ++done;
    cut += found->cut > 0 ? 1 : 0;
    if (shape.known == 1 &&
        feasible_beliefs(census, Grouping::relaxed).largest > 1 / census.l + 1e-9) {
      ++leaking;
    }
  });
  if (testing::Test::HasFailure()) return;
  std::cout << done << " tables of " << shape.persons << " persons; cut in some world: " << cut
            << "; feasible cuts tell more than 1/l: " << leaking << '\n';
  EXPECT_EQ(done, tables);
  // A sufficient number of tables has one that is cut.
  if (tables >= 4) {
    EXPECT_GT(cut, test::expected_of(0));
  }
  if (tables >= 20 && shape.known == 1 && shape.sensitive == 1 && !shape.models) {
    EXPECT_GT(leaking, test::expected_of(0));
  }
}

TEST(ObliviousCutsProperty, BeliefsAreSharesInTablesOfFourToSix) {
  for (const int persons : {4, 5, 6})
    expect_shares(60, {persons, 1, 1, false});
}

TEST(ObliviousCutsProperty, BeliefsAreSharesInTablesOfSevenAndEight) {
  for (const int persons : {7, 8})
    expect_shares(persons == 7 ? 20 : 4, {persons, 1, 1, false});
}

TEST(ObliviousCutsProperty, BeliefsAreSharesAmongTheAlike) {
  for (const int persons : {6, 8})
    expect_shares(20, {persons, 1, 2, false});
}

TEST(ObliviousCutsProperty, BeliefsAreSharesOfSeveralAttributes) {
  for (const int persons : {4, 6})
    expect_shares(20, {persons, 2, 1, false});
}

TEST(ObliviousCutsProperty, BeliefsAreSharesUnderModels) {
  for (const int persons : {4, 6})
    expect_shares(20, {persons, 1, 1, true});
}

}  // namespace
}  // namespace microdata
