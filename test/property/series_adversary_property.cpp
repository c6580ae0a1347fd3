#include <algorithm>
#include <gtest/gtest.h>

#include "core/bucketization/anatomy.hpp"
#include "property/random_history.hpp"
#include "property/random_table.hpp"
#include "property/series_oracle.hpp"

// Tests of the beliefs of an attacker of a series who goes through all histories that the editions
// allow.

namespace microdata {
namespace {

using test::Choices;
using test::everybody;
using test::for_cases;
using test::random_history;

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

struct RandomSeries {
  test::RandomHistory history;
  int harmless = 0;
  std::vector<oracle::SeriesEdition> published;
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
  test::add_harmless(edition, quasi_identifiers, seen);
  return seen;
}

struct SeriesShape {
  int most_persons = 8;
  int most_editions = 4;
  // True if people share quasi-identifiers.
  bool alike = false;
  // Largest number of harmless values.
  int harmless = 0;
};

RandomSeries random_series(Choices& choices, std::uint64_t seed, const SeriesShape& shape) {
  const auto m = static_cast<std::uint32_t>(choices.between(2, 3));
  const auto persons =
      static_cast<std::size_t>(choices.between(static_cast<int>(m), shape.most_persons));
  const Code harmless =
      shape.harmless > 0 ? static_cast<Code>(choices.between(1, shape.harmless)) : 0;
  const Code distinct = harmless + m + static_cast<Code>(choices.between(0, 2));
  std::vector<Code> quasi_identifiers = everybody(persons);
  if (shape.alike) {
    for (Code& q : quasi_identifiers)
      q = static_cast<Code>(choices.between(0, 2));
  }
  RandomSeries series{random_history(choices, seed, people_of(quasi_identifiers),
                                     {shape.most_editions, m, distinct, harmless}),
                      static_cast<int>(harmless),
                      {}};
  for (const test::SeriesEdition& edition : series.history.editions)
    series.published.push_back(seen_by_oracle(edition, quasi_identifiers));
  return series;
}

TEST(SeriesAdversary, BelievesNothingAboveOneInM) {
  std::size_t persons = 0;
  std::size_t of_several = 0;
  for_cases(1000, [&](Choices& choices, std::uint64_t seed) {
    const RandomSeries series = random_series(choices, seed, {});
    persons += series.history.published_persons();
    of_several += series.published.size() > 1 ? 1 : 0;
    for (const auto& changes : {series.history.changes, series.history.all_times}) {
      const auto beliefs = oracle::series_beliefs(series.published, {true, changes});
      ASSERT_TRUE(beliefs);
      EXPECT_FALSE(oracle::break_promise(*beliefs, series.history.m));
      expect_truth(series.history, *beliefs);
    }
    // An attacker who wrongly considers values permanent might find no history, or learns no more.
    const auto permanent = oracle::series_beliefs(series.published, {true, {}});
    if (permanent) {
      EXPECT_FALSE(oracle::break_promise(*permanent, series.history.m));
    }
  });
  EXPECT_GT(persons, test::expected_of(4000));
  EXPECT_GT(of_several, test::expected_of(500));
}

TEST(SeriesAdversary, BelievesNoMoreWherePersonsLookAlike) {
  std::size_t persons = 0;
  std::size_t wrongly_sure = 0;
  for_cases(300, [&](Choices& choices, std::uint64_t seed) {
    const RandomSeries series = random_series(choices, seed, {5, 3, true});
    persons += series.history.published_persons();
    const auto beliefs = oracle::series_beliefs(series.published, {true, series.history.changes});
    ASSERT_TRUE(beliefs);
    EXPECT_FALSE(oracle::break_promise(*beliefs, series.history.m));
    expect_truth(series.history, *beliefs);
    // An attacker who does not know that signatures stay also counts histories in which they
    // change.
    const auto ignorant = oracle::series_beliefs(series.published, {false, series.history.changes});
    ASSERT_TRUE(ignorant);
    wrongly_sure += oracle::break_promise(*ignorant, series.history.m) ? 1 : 0;
  });
  EXPECT_GT(persons, test::expected_of(600));
  EXPECT_GT(wrongly_sure, test::expected_of(0));
}

// Histories in which values turn harmless and back. Beliefs about harmless values have no bound.
TEST(SeriesAdversary, BelievesNothingAboveOneInMBesideHarmlessValues) {
  std::size_t turned = 0;
  std::size_t sure = 0;
  for (const bool alike : {false, true}) {
    for_cases(alike ? 1000 : 4000, [&](Choices& choices, std::uint64_t seed) {
      const RandomSeries series = random_series(
          choices, seed, alike ? SeriesShape{5, 3, true, 2} : SeriesShape{8, 3, false, 2});
      std::set<Row> with_signature;
      for (const test::SeriesEdition& edition : series.history.editions) {
        for (const Row row : edition.edition.harmless.rows)
          turned += with_signature.contains(edition.person(row)) ? 1 : 0;
        for (const Row row : edition.edition.buckets.rows)
          with_signature.insert(edition.person(row));
      }
      for (const auto& changes : {series.history.changes, series.history.all_times}) {
        const auto beliefs = oracle::series_beliefs(series.published, {true, changes});
        ASSERT_TRUE(beliefs);
        EXPECT_FALSE(oracle::break_promise(*beliefs, series.history.m, series.harmless));
        sure += oracle::break_promise(*beliefs, series.history.m) ? 1 : 0;
        expect_truth(series.history, *beliefs);
      }
    });
  }
  EXPECT_GT(turned, test::expected_of(120));
  EXPECT_GT(sure, test::expected_of(300));
}

// A signature of a harmless value and one that is not would give the second away: an attacker who
// knows that the first person has the harmless value is sure of the other's.
TEST(SeriesAdversary, IsSureOfAValueInABucketWithAHarmlessOne) {
  oracle::SeriesEdition edition{{{{0, 1}, {1, 2}}}, {{10, 1}, {11, 2}}};
  const auto before = oracle::series_beliefs({edition}, {true, {}});
  ASSERT_TRUE(before);
  EXPECT_FALSE(oracle::break_promise(*before, 2, 1));
  // In the next edition the first person is alone with the harmless value, which did not change.
  oracle::SeriesEdition next{{{{0, 1}, {2}}, {{0}, {1}}}, {{10, 1}, {11, 2}}};
  next.buckets.back().harmless = true;
  const auto beliefs = oracle::series_beliefs({edition, next}, {true, {}});
  ASSERT_TRUE(beliefs);
  EXPECT_DOUBLE_EQ(oracle::surest_belief(*beliefs, 1), 1);
}

// Two people have equal quasi-identifiers and keep the signatures {0, 1} and {0, 2}. An attacker
// without this knowledge considers an exchange of their places equally likely. After an exchange,
// both have only the value 0 in common.
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

// Independent releases, as a contrast, keep the guarantee each by itself.
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
  EXPECT_GT(5 * broken, test::expected_of(pairs));
  EXPECT_GT(pinned, test::expected_of(0));
}

}  // namespace
}  // namespace microdata
