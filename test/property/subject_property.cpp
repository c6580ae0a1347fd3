#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <numeric>
#include <optional>

#include "core/microdata/attribute_set.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/subject/levels.hpp"
#include "property/subject_choices.hpp"

// Tests of releases of people with several rows, and of an attacker's beliefs.

namespace microdata {
namespace {

using test::Choices;
using test::PersonSets;
using test::PersonTable;
using test::random_persons;
using test::random_subject_options;
using test::try_to_bucketize;
using test::value_set;

constexpr double tolerance = 1e-9;

// Returns a bucket as its tables show it.
oracle::PersonBucket published_bucket(const Microdata& data, const SubjectBucketization& release,
                                      std::size_t b) {
  oracle::PersonBucket bucket;
  for (Row place = release.buckets.offsets[b]; place < release.buckets.offsets[b + 1]; ++place) {
    bucket.rows_of_person.push_back(
        release.published_rows.bucket(release.buckets.rows[place]).size());
    bucket.sets.push_back(
        value_set(data, release.published_values.bucket(release.value_sets[place])));
  }
  return bucket;
}

TEST(SubjectOracle, CountsWorldsAsGoingThroughAllOfThemDoes) {
  int compared = 0;
  test::for_cases(60, [&](Choices& choices, std::uint64_t) {
    const PersonTable table = random_persons(
        choices, {.least_persons = 2, .most_persons = 3, .most_rows = 3, .most_values = 3});
    oracle::PersonBucket bucket;
    for (std::size_t p = 0; p < table.subjects.buckets(); ++p) {
      bucket.rows_of_person.push_back(table.subjects.bucket(p).size());
      bucket.sets.push_back(value_set(table.data, table.subjects.bucket(p)));
    }
    const std::size_t rows = table.data.rows;
    std::map<oracle::Combination, int> combinations;
    for (const oracle::ValueSet& set : bucket.sets) {
      for (const auto& [combination, times] : set)
        ++combinations[combination];
    }
    if (std::pow(static_cast<double>(combinations.size()), static_cast<double>(rows)) > 2e4) return;
    ++compared;
    for (const auto& [combination, times] : combinations) {
      for (std::size_t p = 0; p < bucket.sets.size(); ++p) {
        EXPECT_NEAR(oracle::beliefs(bucket, p, 0, combination[0]).worlds,
                    oracle::belief_by_every_world(bucket, p, 0, combination[0]), tolerance);
      }
    }
  });
  EXPECT_GE(compared, test::expected_of(11));
}

TEST(SubjectOracle, NobodyIsFoundToHaveAValueWithMoreThanOneLth) {
  int several_rows = 0;
  int thrown_together = 0;
  double largest = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t seed) {
    const PersonTable table =
        random_persons(choices, {.least_persons = 3,
                                 .most_persons = 6,
                                 .most_rows = 4,
                                 .most_values = choices.of(std::vector<int>{3, 8, 30})});
    SubjectBucketizationOptions options = random_subject_options(choices);
    options.l = choices.of(std::vector<double>{1.5, 2, 2, 3});
    const auto release = try_to_bucketize(table, options, seed);
    if (!release) return;
    for (std::size_t b = 0; b < release->buckets.buckets(); ++b) {
      const oracle::PersonBucket bucket = published_bucket(table.data, *release, b);
      const oracle::SetBeliefs beliefs = oracle::largest_beliefs(bucket);
      EXPECT_LE(beliefs.linkings, 1 / options.l + tolerance);
      EXPECT_LE(beliefs.worlds, 1 / options.l + tolerance);
      largest = std::max(largest, beliefs.worlds * options.l);
      several_rows += bucket.rows_of_person.front() > 1 ? 1 : 0;
      std::vector<std::size_t> all_rows;
      for (Row place = release->buckets.offsets[b]; place < release->buckets.offsets[b + 1];
           ++place)
        all_rows.push_back(table.subjects.bucket(release->buckets.rows[place]).size());
      std::sort(all_rows.begin(), all_rows.end());
      thrown_together += all_rows.front() != all_rows.back() ? 1 : 0;
    }
  });
  std::cout << several_rows << " buckets with several rows a person, " << thrown_together
            << " of persons with different numbers, the largest belief " << largest << " / l\n";
  if (HasFailure()) return;
  EXPECT_GT(several_rows, test::expected_of(100));
  EXPECT_GT(thrown_together, test::expected_of(100));
}

// Counts of the oracle's findings on releases that are wrong in one respect. Each of them satisfies
// l on sets: no value is in the sets of more than one lth of a bucket's people.
struct WrongReleases {
  int tables = 0;
  int caught_linkings = 0;
  int caught_worlds = 0;
};

template <typename MakeBucket>
WrongReleases look_at_wrong_releases(const MakeBucket& make_bucket) {
  WrongReleases result;
  test::for_cases(2000, [&](Choices& choices, std::uint64_t) {
    const PersonTable table = random_persons(
        choices, {.least_persons = 3, .most_persons = 6, .most_rows = 4, .most_sensitive = 1});
    const double l = choices.of(std::vector<double>{1.5, 2, 3});
    const oracle::PersonBucket bucket = make_bucket(table, choices);
    std::map<oracle::Value, double> persons_with;
    for (const oracle::ValueSet& set : bucket.sets) {
      for (const auto& [combination, times] : set)
        persons_with[combination[0]] += 1;
    }
    for (const auto& [value, persons] : persons_with) {
      if (persons * l > static_cast<double>(bucket.sets.size()) + tolerance) return;
    }
    ++result.tables;
    const oracle::SetBeliefs beliefs = oracle::largest_beliefs(bucket);
    if (beliefs.linkings > 1 / l + tolerance) ++result.caught_linkings;
    if (beliefs.worlds > 1 / l + tolerance) ++result.caught_worlds;
  });
  return result;
}

// One of three people has one row and two have two. Three of the five rows have the value 0. With
// one published row of each, l = 3 requires three different values. All tables are equally likely;
// the test counts, among tables with a release, those whose first person has the value 0.
TEST(SubjectOracle, DrawingRowsDoesNotFavourTablesInWhichItSeldomFails) {
  Microdata data;
  data.rows = 5;
  data.attributes.resize(2);
  data.attributes[0].distinct = 5;
  data.attributes[1].distinct = 3;
  data.attributes[1].role = Role::sensitive;
  data.columns = {{0, 1, 2, 3, 4}, {0, 0, 0, 1, 2}};
  const Subjects subjects{{0, 1, 2, 3, 4}, {0, 1, 3, 5}};
  SubjectBucketizationOptions options;
  options.l = 3;
  int releases = 0;
  int of_the_first = 0;
  test::for_cases(12000, [&](Choices&, std::uint64_t seed) {
    Random random = Random::seeded(seed);
    random.shuffle(std::span(data.columns[1]));
    try {
      bucketize_subjects(data, subjects, {}, options, random, {});
    } catch (const Infeasible&) {
      return;
    }
    ++releases;
    of_the_first += data.columns[1][0] == 0 ? 1 : 0;
  });
  ASSERT_GT(releases, test::expected_of(1000));
  const double share = static_cast<double>(of_the_first) / releases;
  // The limit is six standard deviations above 1/3.
  EXPECT_LE(share, 1.0 / 3 + 6 * std::sqrt(2.0 / 9 / releases));
}

TEST(SubjectOracle, CatchesBucketsOfPersonsWithDifferentNumbersOfRows) {
  const WrongReleases found = look_at_wrong_releases([](const PersonTable& table, Choices&) {
    oracle::PersonBucket bucket;
    for (std::size_t p = 0; p < table.subjects.buckets(); ++p) {
      bucket.rows_of_person.push_back(table.subjects.bucket(p).size());
      bucket.sets.push_back(value_set(table.data, table.subjects.bucket(p)));
    }
    return bucket;
  });
  EXPECT_GE(found.tables, test::expected_of(51));
  EXPECT_GT(found.caught_linkings, test::expected_of(found.tables / 10.0));
  EXPECT_GT(found.caught_worlds, test::expected_of(found.tables / 4.0));
}

// One row of each person is published, but with the frequencies of values in all rows of the
// person.
TEST(SubjectOracle, CatchesMultiplicities) {
  const auto all_rows = [](const PersonTable& table, bool counted) {
    oracle::PersonBucket bucket;
    for (std::size_t p = 0; p < table.subjects.buckets(); ++p) {
      const std::span<const Row> rows = table.subjects.bucket(p);
      bucket.rows_of_person.push_back(counted ? rows.size() : 4);
      oracle::ValueSet set = value_set(table.data, rows);
      for (const Row row : rows)
        set[value_set(table.data, std::span(&row, 1)).begin()->first] += counted ? 1 : 0;
      bucket.sets.push_back(std::move(set));
    }
    return bucket;
  };
  const WrongReleases counted = look_at_wrong_releases(
      [&](const PersonTable& table, Choices&) { return all_rows(table, true); });
  EXPECT_GE(counted.tables, test::expected_of(51));
  EXPECT_GT(counted.caught_linkings, test::expected_of(counted.tables / 4.0));
  EXPECT_GT(counted.caught_worlds, test::expected_of(counted.tables / 4.0));
  // The release would be correct if numbers of rows were equal and no frequencies were shown.
  const WrongReleases alike = look_at_wrong_releases(
      [&](const PersonTable& table, Choices&) { return all_rows(table, false); });
  EXPECT_EQ(alike.caught_linkings, 0);
  EXPECT_EQ(alike.caught_worlds, 0);
}

std::vector<Row> sorted(std::span<const Row> rows) {
  std::vector<Row> result(rows.begin(), rows.end());
  std::sort(result.begin(), result.end());
  return result;
}

// Returns the values of one attribute in the given rows of each person.
PersonSets sets_of(const Microdata& data, std::size_t attribute, const Subjects& rows,
                   const std::vector<Row>& persons) {
  PersonSets sets;
  for (const Row person : persons) {
    sets.emplace_back();
    for (const Row row : rows.bucket(person))
      sets.back().insert(data.columns[attribute][row]);
  }
  return sets;
}

void expect_release(const PersonTable& table, const SubjectBucketization& release,
                    const SubjectBucketizationOptions& options) {
  const Microdata& data = table.data;
  const auto persons = static_cast<Row>(table.subjects.buckets());
  std::vector<Row> everybody(persons);
  std::iota(everybody.begin(), everybody.end(), 0U);
  ASSERT_EQ(release.linking.size(), options.columns);
  EXPECT_EQ(release.linking.front(), release.buckets.rows);
  ASSERT_EQ(release.published_rows.buckets(), persons);
  ASSERT_EQ(release.published_values.buckets(), persons);
  EXPECT_LE(release.suppressed_persons, options.suppress * persons + tolerance);
  EXPECT_EQ(release.suppressed_persons + release.buckets.rows.size(), persons);

  std::vector<int> times(persons);
  std::size_t rows_left_out = 0;
  for (std::size_t b = 0; b < release.buckets.buckets(); ++b) {
    const Row begin = release.buckets.offsets[b];
    const std::vector<Row> members = sorted(release.buckets.bucket(b));
    const auto of_bucket = [&](const std::vector<Row>& rows) {
      return sorted(std::span(rows).subspan(begin, members.size()));
    };
    EXPECT_EQ(of_bucket(release.row_sets), members);
    EXPECT_EQ(of_bucket(release.value_sets), members);
    for (const std::vector<Row>& column : release.linking)
      EXPECT_EQ(of_bucket(column), members);

    const std::size_t published = release.published_rows.bucket(members.front()).size();
    EXPECT_GE(published, 1U);
    for (const Row person : members) {
      ++times[person];
      const std::vector<Row> own = sorted(table.subjects.bucket(person));
      const std::vector<Row> shown = sorted(release.published_rows.bucket(person));
      EXPECT_EQ(shown.size(), published);
      EXPECT_LE(shown.size(), options.rows_per_person.value_or(table.data.rows));
      EXPECT_EQ(std::adjacent_find(shown.begin(), shown.end()), shown.end());
      EXPECT_TRUE(std::includes(own.begin(), own.end(), shown.begin(), shown.end()));
      rows_left_out += own.size() - shown.size();
      const oracle::ValueSet set = value_set(data, shown);
      const auto values = release.published_values.bucket(person);
      EXPECT_EQ(value_set(data, values), set);
      EXPECT_EQ(values.size(), set.size());
    }
    for (const std::size_t a : attributes_with_role(data, Role::sensitive)) {
      const PersonSets group = sets_of(data, a, release.published_rows, members);
      EXPECT_TRUE(
          test::defined_to_hold(LDiversity{options.l}, group, group, data.attributes[a].distinct));
      const PersonSets source = sets_of(data, a, table.subjects, everybody);
      for (const PrivacyModel& model : options.privacy) {
        EXPECT_TRUE(test::defined_to_hold(model, group, source, data.attributes[a].distinct))
            << to_string(model);
      }
    }
  }
  EXPECT_EQ(rows_left_out, release.rows_left_out);
  for (Row person = 0; person < persons; ++person) {
    const bool left_out = release.published_rows.bucket(person).empty();
    EXPECT_EQ(times[person], left_out ? 0 : 1);
    EXPECT_EQ(release.published_values.bucket(person).empty(), left_out);
  }
}

TEST(SubjectProperty, ReleasesAreWhatTheyPromise) {
  int releases = 0;
  int with_models = 0;
  int suppressed = 0;
  test::for_cases(2000, [&](Choices& choices, std::uint64_t seed) {
    const PersonTable table = random_persons(choices, {.most_persons = choices.one_in(8) ? 400 : 40,
                                                       .most_rows = choices.one_in(4) ? 40 : 5,
                                                       .most_values = 20});
    const SubjectBucketizationOptions options = random_subject_options(choices);
    const auto release = try_to_bucketize(table, options, seed);
    if (!release) return;
    ++releases;
    with_models += options.privacy.empty() ? 0 : 1;
    suppressed += release->suppressed_persons > 0 ? 1 : 0;
    expect_release(table, *release, options);
  });
  std::cout << releases << " releases, " << with_models << " with models, " << suppressed
            << " with persons left out\n";
  if (HasFailure()) return;
  EXPECT_GT(releases, test::expected_of(500));
  EXPECT_GT(with_models, test::expected_of(100));
  EXPECT_GE(suppressed, test::expected_of(21));
}

TEST(SubjectProperty, ThreadsMakeNoDifference) {
  test::for_cases(100, [&](Choices& choices, std::uint64_t seed) {
    const PersonTable table =
        random_persons(choices, {.most_persons = 2000, .most_rows = 6, .most_values = 50});
    SubjectBucketizationOptions options = random_subject_options(choices);
    options.threads = 1;
    const auto one = try_to_bucketize(table, options, seed);
    options.threads = {3, 16};
    const auto three = try_to_bucketize(table, options, seed);
    ASSERT_EQ(one.has_value(), three.has_value());
    if (!one) return;
    EXPECT_EQ(one->buckets.rows, three->buckets.rows);
    EXPECT_EQ(one->buckets.offsets, three->buckets.offsets);
    EXPECT_EQ(one->row_sets, three->row_sets);
    EXPECT_EQ(one->value_sets, three->value_sets);
    EXPECT_EQ(one->published_values.rows, three->published_values.rows);
  });
}

// If too many people have one value in every row, no draw helps. If all sets together satisfy l, a
// release exists without suppressed people, and suppressing some only publishes more rows.
TEST(SubjectProperty, RefusesOnlyWhatCannotBe) {
  int refused = 0;
  int possible = 0;
  test::for_cases(1500, [&](Choices& choices, std::uint64_t seed) {
    const PersonTable table = random_persons(choices, {.most_persons = 12, .most_sensitive = 1});
    SubjectBucketizationOptions options = random_subject_options(choices);
    options.privacy.clear();
    options.suppress = 0;
    options.cuts = Cuts::feasible;
    std::vector<Row> everybody(table.subjects.buckets());
    std::iota(everybody.begin(), everybody.end(), 0U);
    const std::size_t a = table.data.attributes.size() - 1;
    const PersonSets sets = sets_of(table.data, a, table.subjects, everybody);
    std::map<Code, double> some;
    std::map<Code, double> only;
    for (const std::set<Code>& set : sets) {
      for (const Code value : set)
        some[value] += 1;
      if (set.size() == 1) only[*set.begin()] += 1;
    }
    const auto too_many = [&](const std::map<Code, double>& persons) {
      return std::any_of(persons.begin(), persons.end(), [&](const auto& entry) {
        return entry.second * options.l > static_cast<double>(sets.size()) + tolerance;
      });
    };
    const bool must_be_refused = too_many(only) || options.l > static_cast<double>(sets.size());
    const bool must_be_possible = !too_many(some);
    const auto release = try_to_bucketize(table, options, seed);
    if (must_be_refused) {
      EXPECT_FALSE(release);
      ++refused;
    }
    if (must_be_possible) {
      EXPECT_TRUE(release);
      ++possible;
      if (!release) return;
      EXPECT_EQ(release->suppressed_persons, 0U);
      options.suppress = 0.5;
      EXPECT_GE(try_to_bucketize(table, options, seed)->published_rows.rows.size(),
                release->published_rows.rows.size());
    }
  });
  if (HasFailure()) return;
  EXPECT_GT(refused, test::expected_of(100));
  EXPECT_GT(possible, test::expected_of(100));
}

// Returns the number of rows published with the levels, or no value if a stratum violates l.
std::optional<std::uint64_t> rows_with(const Levels& levels, const Microdata& data,
                                       std::size_t attribute, const Subjects& subjects, double l) {
  std::map<std::uint32_t, PersonSets> strata;
  std::uint64_t rows = 0;
  for (std::size_t p = 0; p < subjects.buckets(); ++p) {
    std::uint32_t level = 0;
    for (const std::uint32_t one : levels) {
      if (one <= subjects.bucket(p).size()) level = one;
    }
    if (level == 0) return std::nullopt;
    rows += level;
    strata[level].emplace_back();
    for (const Row row : subjects.bucket(p).first(level))
      strata[level].back().insert(data.columns[attribute][row]);
  }
  for (const auto& [level, sets] : strata) {
    if (!test::defined_to_hold(LDiversity{l}, sets, sets, data.attributes[attribute].distinct))
      return std::nullopt;
  }
  return rows;
}

TEST(SubjectProperty, LevelsPublishAsManyRowsAsCanBe) {
  int chosen = 0;
  test::for_cases(500, [&](Choices& choices, std::uint64_t) {
    const PersonTable table = random_persons(
        choices, {.most_persons = 16, .most_rows = 6, .most_values = 12, .most_sensitive = 1});
    const double l = choices.of(std::vector<double>{1, 1.5, 2, 2.5, 3});
    const AttributeSet sensitive = attributes_with_role(table.data, Role::sensitive);
    const ItemSets sets(table.data, sensitive, table.subjects, 1, {});
    const SetPrivacy privacy;
    const SetRule rule(sets, l, privacy);
    std::vector<Row> persons(table.subjects.buckets());
    std::iota(persons.begin(), persons.end(), 0U);
    std::vector<std::uint32_t> rows_of_person;
    for (const Row p : persons)
      rows_of_person.push_back(static_cast<std::uint32_t>(table.subjects.bucket(p).size()));
    const std::uint32_t most = *std::max_element(rows_of_person.begin(), rows_of_person.end());

    std::optional<std::uint64_t> best;
    for (std::uint32_t subset = 1; subset < 1U << most; ++subset) {
      Levels levels;
      for (std::uint32_t level = 1; level <= most; ++level) {
        if ((subset >> (level - 1) & 1U) != 0) levels.push_back(level);
      }
      const auto rows = rows_with(levels, table.data, sensitive[0], table.subjects, l);
      if (rows && (!best || *rows > *best)) best = rows;
    }
    const std::optional<Levels> levels = choose_levels(rule, persons, rows_of_person, {});
    ASSERT_EQ(levels.has_value(), best.has_value());
    if (!levels) return;
    ++chosen;
    EXPECT_EQ(rows_with(*levels, table.data, sensitive[0], table.subjects, l), best);
  });
  if (HasFailure()) return;
  EXPECT_GT(chosen, test::expected_of(100));
}

// People with disjoint sets are divided as finely as one-row tuples: into buckets of l each.
TEST(SubjectProperty, BucketsAreSmallWhereSetsAreDisjoint) {
  for (const bool near : {true, false}) {
    PersonTable table;
    table.data.rows = 1200;
    table.data.attributes.resize(2);
    table.data.columns.resize(2);
    table.data.attributes[0].distinct = 400;
    table.data.attributes[1].distinct = 30;
    table.data.attributes[1].role = Role::sensitive;
    table.of_person = {0};
    for (Row row = 0; row < table.data.rows; ++row) {
      const Row person = row / 3;
      table.data.columns[0].push_back(person);
      table.data.columns[1].push_back(person % 10 * 3 + row % 3);
      table.subjects.rows.push_back(row);
      if (row % 3 == 2) table.subjects.offsets.push_back(row + 1);
    }
    SubjectBucketizationOptions options;
    options.l = 4;
    options.near_persons = near;
    const auto release = try_to_bucketize(table, options, test::first_seed());
    ASSERT_TRUE(release);
    EXPECT_EQ(release->rows_left_out, 0U);
    EXPECT_LT(mean_bucket_size(release->buckets), near ? 5.5 : 4.5);
  }
}

// Each of the six orders of a bucket's three sets is equally likely, and orders of buckets are
// independent. Each of a person's rows is equally likely.
TEST(SubjectProperty, SetsAndRowsAreDrawnAlike) {
  PersonTable table;
  table.data.rows = 9;
  table.data.attributes.resize(2);
  table.data.attributes[0].distinct = 1;
  table.data.attributes[1].distinct = 9;
  table.data.attributes[1].role = Role::sensitive;
  table.data.columns = {std::vector<Code>(9), {0, 1, 2, 3, 4, 5, 6, 7, 8}};
  table.of_person = {0};
  table.subjects.rows = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  table.subjects.offsets = {0, 3, 6, 9};
  SubjectBucketizationOptions options;
  options.l = 3;
  options.rows_per_person = 1;
  std::map<std::array<std::vector<Row>, 3>, int> orders;
  std::map<Row, int> rows;
  constexpr int releases = 21600;
  for (int seed = 1; seed <= releases; ++seed) {
    const auto release = try_to_bucketize(table, options, static_cast<std::uint64_t>(seed));
    ASSERT_TRUE(release);
    ++orders[{release->buckets.rows, release->row_sets, release->value_sets}];
    for (const Row row : release->published_rows.rows)
      ++rows[row];
  }
  EXPECT_EQ(orders.size(), 216U);
  for (const auto& [order, times] : orders)
    EXPECT_NEAR(times, 100, 50);
  EXPECT_EQ(rows.size(), 9U);
  for (const auto& [row, times] : rows)
    EXPECT_NEAR(times, releases / 3, releases / 30);
}

}  // namespace
}  // namespace microdata
