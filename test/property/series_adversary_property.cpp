#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <set>

#include "core/bucketization/anatomy.hpp"
#include "property/published_series.hpp"
#include "property/random_table.hpp"
#include "property/series_oracle.hpp"

// What the adversary of a series believes who goes through all histories that the editions allow.

namespace microdata {
namespace {

using test::Choices;
using test::for_cases;

Microdata people_of(const std::vector<Code>& quasi_identifiers) {
  Microdata people;
  people.rows = static_cast<Row>(quasi_identifiers.size());
  Attribute attribute;
  attribute.name = "q";
  attribute.distinct = *std::max_element(quasi_identifiers.begin(), quasi_identifiers.end()) + 1;
  people.attributes.push_back(attribute);
  people.columns.push_back(quasi_identifiers);
  return people;
}

std::vector<Row> everybody(std::size_t persons) {
  std::vector<Row> all(persons);
  std::iota(all.begin(), all.end(), Row{0});
  return all;
}

std::vector<Code> random_values(Choices& choices, std::size_t persons, Code distinct) {
  std::vector<Code> values(persons);
  const bool even = !choices.one_in(3);
  for (std::size_t p = 0; p < persons; ++p) {
    values[p] = static_cast<Code>(even ? static_cast<int>(p % distinct)
                                       : choices.between(0, static_cast<int>(distinct) - 1));
  }
  test::shuffle(values, choices);
  return values;
}

struct RandomSeries {
  std::uint32_t m = 2;
  std::vector<test::SeriesEdition> editions;
  std::vector<oracle::SeriesEdition> published;
  // When whose values changed, or might have.
  std::set<std::pair<std::size_t, int>> changes;
  std::set<std::pair<std::size_t, int>> all_times;
};

oracle::SeriesEdition seen_by_oracle(const test::SeriesEdition& edition,
                                     const std::vector<Code>& quasi_identifiers) {
  oracle::SeriesEdition seen;
  const Edition& made = edition.edition;
  for (std::size_t b = 0; b < made.buckets.buckets(); ++b) {
    const Signature& signature = made.signatures[made.signature_of[b]];
    oracle::SeriesBucket bucket{{signature.begin(), signature.end()}, {}};
    for (const Row row : made.buckets.bucket(b)) {
      const Row person = edition.person(row);
      bucket.seen.push_back(static_cast<int>(quasi_identifiers[person]));
      seen.present[static_cast<int>(person)] = bucket.seen.back();
    }
    seen.buckets.push_back(std::move(bucket));
  }
  return seen;
}

struct SeriesShape {
  int most_persons = 8;
  int most_editions = 4;
  // Quasi-identifiers are shared.
  bool alike = false;
};

RandomSeries random_series(Choices& choices, std::uint64_t seed, const SeriesShape& shape) {
  RandomSeries series;
  series.m = static_cast<std::uint32_t>(choices.between(2, 3));
  const auto persons =
      static_cast<std::size_t>(choices.between(static_cast<int>(series.m), shape.most_persons));
  const Code distinct = series.m + static_cast<Code>(choices.between(0, 2));
  std::vector<Code> quasi_identifiers = everybody(persons);
  if (shape.alike) {
    for (Code& q : quasi_identifiers)
      q = static_cast<Code>(choices.between(0, 2));
  }
  std::vector<Code> values = random_values(choices, persons, distinct);
  test::PublishedSeries published(people_of(quasi_identifiers), distinct, {series.m});
  Random random = Random::seeded(seed);
  const int leave = choices.between(2, 8);
  const int change = choices.between(3, 12);
  const int editions = choices.between(1, shape.most_editions);
  for (std::size_t e = 0; e < static_cast<std::size_t>(editions); ++e) {
    std::vector<Row> present;
    for (Row person = 0; person < persons; ++person) {
      if (!choices.one_in(leave)) present.push_back(person);
      series.all_times.emplace(e, static_cast<int>(person));
      if (e == 0 || !choices.one_in(change)) continue;
      values[person] = static_cast<Code>(choices.between(0, static_cast<int>(distinct) - 1));
      series.changes.emplace(e, static_cast<int>(person));
    }
    series.editions.push_back(published.publish(present, values, random));
    series.published.push_back(seen_by_oracle(series.editions.back(), quasi_identifiers));
  }
  return series;
}

std::size_t published_persons(const RandomSeries& series) {
  std::size_t persons = 0;
  for (const oracle::SeriesEdition& edition : series.published)
    persons += edition.present.size();
  return persons;
}

// What everybody's true values are is among what the adversary holds possible.
void expect_truth(const RandomSeries& series, const oracle::SeriesBeliefs& beliefs) {
  for (std::size_t e = 0; e < beliefs.size(); ++e) {
    const test::SeriesEdition& edition = series.editions[e];
    for (const Row row : edition.edition.buckets.rows) {
      const auto person = static_cast<int>(edition.person(row));
      EXPECT_TRUE(beliefs[e].at(person).contains(static_cast<int>(edition.values[row])));
    }
  }
}

TEST(SeriesAdversary, BelievesNothingAboveOneInM) {
  std::size_t persons = 0;
  std::size_t of_several = 0;
  for_cases(1000, [&](Choices& choices, std::uint64_t seed) {
    const RandomSeries series = random_series(choices, seed, {});
    persons += published_persons(series);
    of_several += series.published.size() > 1 ? 1 : 0;
    for (const auto& changes : {series.changes, series.all_times}) {
      const auto beliefs = oracle::series_beliefs(series.published, {true, changes});
      ASSERT_TRUE(beliefs);
      EXPECT_FALSE(oracle::break_promise(*beliefs, series.m));
      expect_truth(series, *beliefs);
    }
    // Who takes values for permanent that are not may find no history; if any, no better ones.
    const auto permanent = oracle::series_beliefs(series.published, {true, {}});
    if (permanent) {
      EXPECT_FALSE(oracle::break_promise(*permanent, series.m));
    }
  });
  EXPECT_GT(persons, 4000U);
  EXPECT_GT(of_several, 500U);
}

TEST(SeriesAdversary, BelievesNoMoreWherePersonsLookAlike) {
  std::size_t persons = 0;
  std::size_t wrongly_sure = 0;
  for_cases(300, [&](Choices& choices, std::uint64_t seed) {
    const RandomSeries series = random_series(choices, seed, {5, 3, true});
    persons += published_persons(series);
    const auto beliefs = oracle::series_beliefs(series.published, {true, series.changes});
    ASSERT_TRUE(beliefs);
    EXPECT_FALSE(oracle::break_promise(*beliefs, series.m));
    expect_truth(series, *beliefs);
    // Who does not know that signatures stay also counts histories in which they do not.
    const auto ignorant = oracle::series_beliefs(series.published, {false, series.changes});
    ASSERT_TRUE(ignorant);
    wrongly_sure += oracle::break_promise(*ignorant, series.m) ? 1 : 0;
  });
  EXPECT_GT(persons, 600U);
  EXPECT_GT(wrongly_sure, 0U);
}

// Two look alike; their signatures {0, 1} and {0, 2} stay. Who does not know it gives as much to
// that they changed places, which leaves both the value 0 and nobody else's in common.
TEST(SeriesAdversary, IsSurerAndWrongWithoutKnowingThatSignaturesStay) {
  const oracle::SeriesEdition edition{{{{0, 1}, {7, 1}}, {{0, 2}, {7, 2}}},
                                      {{10, 7}, {11, 7}, {12, 1}, {13, 2}}};
  const auto knowing = oracle::series_beliefs({edition, edition}, {true, {}});
  ASSERT_TRUE(knowing);
  EXPECT_DOUBLE_EQ(oracle::surest_belief(*knowing), 0.5);
  const auto ignorant = oracle::series_beliefs({edition, edition}, {false, {}});
  ASSERT_TRUE(ignorant);
  EXPECT_GT((*ignorant)[0].at(10).at(0), 0.5);
}

// The contrast: each release by itself keeps the promise.
TEST(SeriesAdversary, SeesThroughIndependentReleases) {
  std::size_t pairs = 0;
  std::size_t broken = 0;
  std::size_t pinned = 0;
  for_cases(200, [&](Choices& choices, std::uint64_t seed) {
    const auto m = static_cast<std::uint32_t>(choices.between(2, 3));
    const Code distinct = m + 1;
    const std::size_t persons = 2 * distinct;
    std::vector<Code> values(persons);
    for (std::size_t p = 0; p < persons; ++p)
      values[p] = static_cast<Code>(p % distinct);
    test::shuffle(values, choices);
    Random random = Random::seeded(seed);
    std::vector<oracle::SeriesEdition> releases;
    for (int release = 0; release < 2; ++release) {
      std::vector<Row> rows = everybody(persons);
      random.shuffle(std::span(rows));
      const TuplePartition buckets = anatomize(values, distinct, rows, m, random, {});
      oracle::SeriesEdition seen;
      for (std::size_t b = 0; b < buckets.buckets(); ++b) {
        oracle::SeriesBucket bucket;
        for (const Row row : buckets.bucket(b)) {
          bucket.values.push_back(static_cast<int>(values[row]));
          bucket.seen.push_back(static_cast<int>(row));
          seen.present[static_cast<int>(row)] = static_cast<int>(row);
        }
        seen.buckets.push_back(std::move(bucket));
      }
      releases.push_back(std::move(seen));
      const auto alone = oracle::series_beliefs({releases.back()}, {false, {}});
      ASSERT_TRUE(alone);
      EXPECT_FALSE(oracle::break_promise(*alone, m));
    }
    const auto together = oracle::series_beliefs(releases, {false, {}});
    ASSERT_TRUE(together);
    ++pairs;
    broken += oracle::break_promise(*together, m) ? 1 : 0;
    pinned += oracle::surest_belief(*together) > 1 - 1e-9 ? 1 : 0;
  });
  EXPECT_GT(5 * broken, pairs);
  EXPECT_GT(pinned, 0U);
}

}  // namespace
}  // namespace microdata
