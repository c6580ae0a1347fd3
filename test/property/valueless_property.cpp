#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>

#include "core/series/valueless.hpp"
#include "property/random_history.hpp"
#include "property/random_table.hpp"
#include "property/series_oracle.hpp"

// Tests of withheld people who are shown without a value. The attacker goes through all histories
// that the editions allow, and cannot distinguish similar people.

namespace microdata {
namespace {

using test::Choices;
using test::for_cases;
using Outside = oracle::SeriesAdversary::Outside;

constexpr Outside ways_to_read[] = {Outside::never, Outside::at_first, Outside::always};

Microdata people_who_show(const std::vector<Code>& shown) {
  Microdata people;
  people.rows = static_cast<Row>(shown.size());
  Attribute attribute;
  attribute.name = "shown";
  attribute.distinct = *std::max_element(shown.begin(), shown.end()) + 1;
  people.attributes.push_back(attribute);
  people.columns.push_back(shown);
  return people;
}

// Returns the edition with all people without a value in one bucket, because their groups would
// only distinguish them more. Without `as_published`, this bucket has all withheld people.
oracle::SeriesEdition edition_with_valueless(const test::SeriesEdition& edition,
                                             const std::vector<Code>& shown, bool as_published) {
  oracle::SeriesEdition seen;
  const Edition& made = edition.edition;
  const auto add = [&](oracle::SeriesBucket& bucket, Row row) {
    const Row person = edition.person(row);
    bucket.seen.push_back(static_cast<int>(shown[person]));
    seen.present[static_cast<int>(person)] = bucket.seen.back();
  };
  for (std::size_t b = 0; b < made.buckets.buckets(); ++b) {
    const Signature& signature = made.signatures[made.signature_of[b]];
    oracle::SeriesBucket bucket{{signature.begin(), signature.end()}, {}};
    for (const Row row : made.buckets.bucket(b))
      add(bucket, row);
    seen.buckets.push_back(std::move(bucket));
  }
  test::add_harmless(edition, shown, seen);
  oracle::SeriesBucket valueless;
  valueless.valueless = true;
  for (const Row row : as_published ? made.valueless.rows : made.withheld)
    add(valueless, row);
  if (!valueless.seen.empty()) seen.buckets.push_back(std::move(valueless));
  return seen;
}

struct SeriesWithValueless {
  test::RandomHistory history;
  Code distinct = 2;
  Code harmless = 0;
  std::vector<oracle::SeriesEdition> published;
  // Editions with all withheld people shown, regardless of the rule.
  std::vector<oracle::SeriesEdition> without_rule;
  std::size_t valueless = 0;
};

// The first `harmless` values are harmless.
SeriesWithValueless random_series_with_valueless(Choices& choices, std::uint64_t seed, bool alike,
                                                 Code harmless = 0) {
  const std::uint32_t m = choices.one_in(4) ? 3 : 2;
  const Code distinct = harmless + m + static_cast<Code>(choices.between(1, m == 2 ? 4 : 3));
  const auto persons = static_cast<std::size_t>(choices.between(5, alike ? 6 : 8));
  std::vector<Code> shown = test::everybody(persons);
  if (alike) {
    for (Code& q : shown)
      q = static_cast<Code>(choices.between(0, 2));
  }
  SeriesWithValueless series{
      random_history(choices, seed, people_who_show(shown), {alike ? 3 : 4, m, distinct, harmless}),
      distinct,
      harmless,
      {},
      {}};
  for (const test::SeriesEdition& edition : series.history.editions) {
    series.published.push_back(edition_with_valueless(edition, shown, true));
    series.without_rule.push_back(edition_with_valueless(edition, shown, false));
    series.valueless += edition.edition.valueless.rows.size();
  }
  return series;
}

// Expects that the true value of a person who is withheld for the first time is considered
// possible, in editions that show the person.
void expect_truth_of_valueless(const SeriesWithValueless& series,
                               const oracle::SeriesBeliefs& beliefs) {
  std::set<Row> withheld;
  for (std::size_t e = 0; e < beliefs.size(); ++e) {
    const test::SeriesEdition& edition = series.history.editions[e];
    for (const Row row : edition.edition.valueless.rows) {
      const Row person = edition.person(row);
      if (withheld.contains(person)) continue;
      EXPECT_TRUE(
          beliefs[e].at(static_cast<int>(person)).contains(static_cast<int>(edition.values[row])));
    }
    for (const Row row : edition.edition.withheld)
      withheld.insert(edition.person(row));
  }
}

void expect_promise(const SeriesWithValueless& series) {
  for (const auto& changes : {series.history.changes, series.history.all_times}) {
    for (const Outside outside : ways_to_read) {
      const auto harmless = static_cast<int>(series.harmless);
      const auto beliefs = oracle::series_beliefs(
          series.published, {true, changes, static_cast<int>(series.distinct), harmless, outside});
      // An attacker who also holds later values against the signature might find no history.
      if (!beliefs) {
        EXPECT_EQ(outside, Outside::always);
        continue;
      }
      EXPECT_FALSE(oracle::break_promise(*beliefs, series.history.m, harmless));
      expect_truth(series.history, *beliefs);
      if (outside == Outside::at_first) expect_truth_of_valueless(series, *beliefs);
    }
  }
}

TEST(ValuelessAdversary, BelievesNothingAboveOneInM) {
  std::size_t valueless = 0;
  std::size_t breaks = 0;
  for_cases(1500, [&](Choices& choices, std::uint64_t seed) {
    const SeriesWithValueless series = random_series_with_valueless(choices, seed, false);
    valueless += series.valueless;
    expect_promise(series);
    const auto beliefs = oracle::series_beliefs(
        series.without_rule, {true, series.history.changes, static_cast<int>(series.distinct)});
    breaks += beliefs && oracle::break_promise(*beliefs, series.history.m) ? 1 : 0;
  });
  EXPECT_GT(valueless, test::expected_of(25));
  // The rule is necessary, because the guarantee is broken if it is ignored.
  EXPECT_GT(breaks, test::expected_of(12));
}

TEST(ValuelessAdversary, BelievesNoMoreBesideHarmlessValues) {
  std::size_t both = 0;
  for (const bool alike : {false, true}) {
    for_cases(1500, [&](Choices& choices, std::uint64_t seed) {
      const SeriesWithValueless series = random_series_with_valueless(choices, seed, alike, 1);
      expect_promise(series);
      for (const test::SeriesEdition& edition : series.history.editions)
        both += !edition.edition.valueless.rows.empty() && !edition.edition.harmless.rows.empty();
    });
  }
  EXPECT_GT(both, test::expected_of(10));
}

TEST(ValuelessAdversary, BelievesNoMoreWherePersonsLookAlike) {
  std::size_t valueless = 0;
  std::size_t breaks_of_others = 0;
  for_cases(3000, [&](Choices& choices, std::uint64_t seed) {
    const SeriesWithValueless series = random_series_with_valueless(choices, seed, true);
    valueless += series.valueless;
    expect_promise(series);
    const auto beliefs = oracle::series_beliefs(
        series.without_rule, {true, series.history.all_times, static_cast<int>(series.distinct)});
    if (!beliefs) return;
    // A person with a value is mistaken for a similar person without one.
    for (std::size_t e = 0; e < beliefs->size(); ++e) {
      const test::SeriesEdition& edition = series.history.editions[e];
      for (const Row row : edition.edition.buckets.rows) {
        for (const auto& [value, chance] : (*beliefs)[e].at(static_cast<int>(edition.person(row))))
          breaks_of_others += chance > 1.0 / series.history.m + 1e-9 ? 1 : 0;
      }
    }
  });
  EXPECT_GT(valueless, test::expected_of(10));
  EXPECT_GT(breaks_of_others, test::expected_of(3));
}

// Two people have equal quasi-identifiers. One had the signature {0, 1} and is withheld, the other
// still has {1, 2}. With three values, the withheld person has the value 2, and either person has
// it with probability 3/4. With four values, the probability is 1/2.
TEST(ValuelessAdversary, NeedsValuesOutsideOfEverySignature) {
  const oracle::SeriesEdition first{{{{0, 1}, {7, 1}}, {{1, 2}, {7, 2}}},
                                    {{10, 7}, {11, 7}, {12, 1}, {13, 2}}};
  oracle::SeriesEdition second{{{{0, 1}, {1}}, {{1, 2}, {7, 2}}, {{}, {7}}},
                               {{10, 7}, {11, 7}, {12, 1}, {13, 2}}};
  second.buckets.back().valueless = true;
  const std::set<std::pair<std::size_t, int>> changes{{1, 10}, {1, 11}, {1, 12}, {1, 13}};
  const auto of_three = oracle::series_beliefs({first, second}, {true, changes, 3});
  ASSERT_TRUE(of_three);
  EXPECT_DOUBLE_EQ((*of_three)[1].at(10).at(2), 0.75);
  EXPECT_DOUBLE_EQ((*of_three)[1].at(11).at(2), 0.75);
  const auto of_four = oracle::series_beliefs({first, second}, {true, changes, 4});
  ASSERT_TRUE(of_four);
  EXPECT_DOUBLE_EQ(oracle::surest_belief(*of_four), 0.5);
  const std::vector<Signature> signatures{{0, 1}, {1, 2}};
  EXPECT_FALSE(may_show_valueless(signatures, std::vector<std::uint64_t>{1, 2, 1}, 2));
  EXPECT_TRUE(may_show_valueless(signatures, std::vector<std::uint64_t>{2, 2, 1, 1}, 2) ==
              (2 * 1 <= 2 && 2 * 2 <= 3));
}

TEST(Valueless, AreShownWhereNoValueStandsOut) {
  std::size_t shown = 0;
  std::size_t hidden = 0;
  for_cases(3000, [&](Choices& choices, std::uint64_t) {
    const auto m = static_cast<std::uint32_t>(choices.between(2, 4));
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(choices.between(2, 14)));
    const int most = choices.between(1, 6);
    for (std::uint64_t& count : counts)
      count = static_cast<std::uint64_t>(choices.between(0, most));
    std::vector<Signature> signatures(static_cast<std::size_t>(choices.between(1, 4)));
    for (Signature& signature : signatures) {
      for (Code value = 0; value < counts.size(); ++value) {
        if (choices.one_in(4)) signature.push_back(value);
      }
    }
    bool expected = true;
    for (const Signature& signature : signatures) {
      std::vector<double> outside;
      for (Code value = 0; value < counts.size(); ++value) {
        if (std::count(signature.begin(), signature.end(), value) == 0 && counts[value] > 0)
          outside.push_back(static_cast<double>(counts[value]));
      }
      const double all = std::accumulate(outside.begin(), outside.end(), 0.0);
      expected = expected && !outside.empty() &&
                 *std::max_element(outside.begin(), outside.end()) / all <= 1.0 / m + 1e-12;
      // A group then has m or more values.
      if (expected) {
        EXPECT_GE(outside.size(), m);
      }
    }
    EXPECT_EQ(may_show_valueless(signatures, counts, m), expected);
    ++(expected ? shown : hidden);
  });
  EXPECT_GT(shown, test::expected_of(300));
  EXPECT_GT(hidden, test::expected_of(300));
}

// All withheld people are shown, or none, each once, in groups of m or more.
TEST(Valueless, AreWithheldAndInGroups) {
  std::size_t groups = 0;
  for_cases(300, [&](Choices& choices, std::uint64_t seed) {
    const auto m = static_cast<std::uint32_t>(choices.between(2, 4));
    const auto persons = static_cast<std::size_t>(choices.between(20, 80));
    std::vector<Code> shown(persons);
    for (Code& q : shown)
      q = static_cast<Code>(choices.between(0, 30));
    const test::RandomHistory history =
        random_history(choices, seed, people_who_show(shown),
                       {4, m, 2 * m + static_cast<Code>(choices.between(0, 4))});
    for (const test::SeriesEdition& edition : history.editions) {
      const TuplePartition& valueless = edition.edition.valueless;
      groups += valueless.buckets();
      for (std::size_t g = 0; g < valueless.buckets(); ++g)
        EXPECT_GE(valueless.bucket(g).size(), m);
      if (valueless.rows.empty()) continue;
      std::vector<Row> rows = valueless.rows;
      std::vector<Row> withheld = edition.edition.withheld;
      std::sort(rows.begin(), rows.end());
      std::sort(withheld.begin(), withheld.end());
      EXPECT_EQ(rows, withheld);
    }
  });
  EXPECT_GT(groups, test::expected_of(100));
}

}  // namespace
}  // namespace microdata
