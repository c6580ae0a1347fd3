#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <vector>

#include "core/bucketization/bucketization.hpp"
#include "core/risk/inference_audit.hpp"
#include "property/oracle.hpp"
#include "property/random_table.hpp"
#include "property/sliced_view.hpp"

// Tests of the de Finetti attack on releases in buckets. It believes the buckets' shares if it
// learns nothing, it finds dependencies of values, and it never reads the true values.

namespace microdata {
namespace {

using test::Choices;

// Returns two quasi-identifiers and a sensitive attribute, which they determine in `follows` of
// eight cases.
Microdata table_of(Choices& choices, Row rows, int follows, Code values) {
  Microdata data;
  data.rows = rows;
  data.attributes.resize(3);
  data.columns.resize(3);
  const std::vector<Code> domains{12, 5, values};
  for (std::size_t a = 0; a < 3; ++a)
    data.attributes[a].distinct = domains[a];
  data.attributes[2].role = Role::sensitive;
  for (Row row = 0; row < rows; ++row) {
    for (std::size_t a = 0; a < 2; ++a)
      data.columns[a].push_back(
          static_cast<Code>(choices.between(0, static_cast<int>(domains[a]) - 1)));
    const Code said = (data.columns[0].back() + data.columns[1].back() / 3) % values;
    const bool follows_it = choices.between(0, 7) < follows;
    data.columns[2].push_back(
        follows_it ? said : static_cast<Code>(choices.between(0, static_cast<int>(values) - 1)));
  }
  return data;
}

struct Attacked {
  Microdata data;
  SlicedView view;
  PlacedPersons placed;
  std::vector<KnownAttribute> known;
};

Attacked attacked(Microdata data, double l) {
  BucketizationOptions options;
  options.l = l;
  options.method = BucketizationMethod::anatomy;
  Random random = Random::seeded(test::first_seed());
  const Bucketization release = bucketize(data, options, random, {});
  Attacked result;
  std::vector<std::vector<Row>> linking{release.buckets.rows};
  linking.insert(linking.end(), release.linking.begin(), release.linking.end());
  result.view = test::make_view(data, {{{0, 1}, {}}, {{2}, {}}}, release.buckets, linking);
  std::vector<Row> persons(data.rows);
  std::iota(persons.begin(), persons.end(), 0U);
  random.shuffle(std::span(persons));
  result.placed = place_persons(result.view, result.view.sensitive.front(), persons, 1U << 30U, {});
  for (std::size_t a = 0; a < 2; ++a)
    result.known.push_back({data.columns[a], data.attributes[a].distinct, false});
  result.data = std::move(data);
  return result;
}

double share_right(const Attacked& a, const InferenceOptions& options) {
  const KnownFeatures features(a.known, a.data.rows, {});
  const auto guesses = guess_values(a.placed, features, options, {});
  const GuessesJudged judged = judge_guesses(a.placed.persons, guesses, a.data.columns[2]);
  return static_cast<double>(judged.right) / static_cast<double>(judged.persons);
}

TEST(InferenceProperty, FindsWhatValuesGoWith) {
  Choices choices(test::first_seed());
  const Attacked strong = attacked(table_of(choices, 3000, 8, 6), 3);
  const Attacked none = attacked(table_of(choices, 3000, 0, 6), 3);
  for (const InferenceModel model : {InferenceModel::logistic, InferenceModel::naive_bayes}) {
    InferenceOptions options;
    options.model = model;
    options.iterations = 5;
    EXPECT_GT(share_right(strong, options), 0.6);
    // People of one kind are in many buckets, and the bound is 1/3.
    EXPECT_LT(share_right(none, options), 0.4);
  }
}

// An attacker who learns nothing believes exactly the bound of the release.
TEST(InferenceProperty, WithoutLearningBelievesWhatBucketsSay) {
  for (int run = 0; run < test::tried(40); ++run) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(run);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    Microdata data = table_of(choices, 40, 4, 5);
    // Every person is unique by the quasi-identifiers, and therefore in one bucket.
    std::iota(data.columns[0].begin(), data.columns[0].end(), 0U);
    data.attributes[0].distinct = data.rows;
    Code most = 0;
    for (Code value = 0; value < 5; ++value) {
      most = std::max(most, static_cast<Code>(
                                std::count(data.columns[2].begin(), data.columns[2].end(), value)));
    }
    // A random table might give one value to more than half of the people.
    const double l = choices.one_in(2) && 2 * most <= data.rows ? 2 : 1.5;
    const Attacked a = attacked(std::move(data), l);
    InferenceOptions options;
    options.iterations = 0;
    const std::vector<double> numbers{0, 1, 3, 4, 10};
    const NearValues near(numbers, {choices.between(0, 4) / 2.0, false});
    options.near = {&near};
    const KnownFeatures features(a.known, a.data.rows, {});
    const auto guesses = guess_values(a.placed, features, options, {});
    ASSERT_EQ(guesses.size(), a.data.rows);
    std::map<std::uint32_t, std::vector<double>> counts;
    for (std::size_t row = 0; row < a.view.bucket_of.size(); ++row) {
      auto& of_bucket = counts[a.view.bucket_of[row]];
      of_bucket.resize(5);
      ++of_bucket[a.view.sensitive.front().published[row]];
    }
    for (std::size_t i = 0; i < guesses.size(); ++i) {
      const std::uint32_t known = a.view.columns[0].known.tuples[a.placed.persons[i]];
      const auto row = std::find(a.view.columns[0].known.published.begin(),
                                 a.view.columns[0].known.published.end(), known) -
                       a.view.columns[0].known.published.begin();
      const auto& of_bucket = counts[a.view.bucket_of[static_cast<std::size_t>(row)]];
      const double sum = std::accumulate(of_bucket.begin(), of_bucket.end(), 0.0);
      EXPECT_NEAR(guesses[i].probability,
                  *std::max_element(of_bucket.begin(), of_bucket.end()) / sum, 1e-5);
      EXPECT_NEAR(of_bucket[guesses[i].value] / sum, guesses[i].probability, 1e-5);
      const auto counted = [&](const NearSpan& span) {
        double sum_of_span = 0;
        for (Code value = 0; value < of_bucket.size(); ++value)
          sum_of_span += span.has(value) ? of_bucket[value] : 0;
        return sum_of_span;
      };
      double most_near = 0;
      for (Code value = 0; value < numbers.size(); ++value)
        most_near = std::max(most_near, counted(near.span(value, near.last(value))));
      ASSERT_LE(guesses[i].near.last, near.last(guesses[i].near.first));
      EXPECT_EQ(counted(guesses[i].near), most_near);
    }
  }
}

// Persons are left out only if no guess about the first persons depends on them.
TEST(InferenceProperty, GuessesAboutTheFirstPersonsNeedNobodyButTheirNeighbours) {
  std::size_t left_out = 0;
  for (int run = 0; run < test::tried(40); ++run) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(run);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    Microdata data = table_of(choices, 300, 6, 5);
    // Some persons share their quasi-identifiers, so that groups are of several buckets.
    const int kinds = choices.between(100, 3000);
    for (Code& value : data.columns[0])
      value = static_cast<Code>(choices.between(0, kinds - 1));
    data.attributes[0].distinct = static_cast<Code>(kinds);
    const Attacked a = attacked(std::move(data), 2);
    const auto first = static_cast<std::size_t>(choices.between(1, 200));
    InferenceOptions options;
    options.iterations = 3;
    options.most_learners = first;
    options.model = choices.one_in(2) ? InferenceModel::logistic : InferenceModel::naive_bayes;
    const KnownFeatures features(a.known, a.data.rows, {});
    const PlacedPersons all = persons_with_places(a.placed);
    const PlacedPersons some = first_with_neighbours(all, first);
    left_out += all.persons.size() - some.persons.size();
    const auto expected = guess_values(all, features, options, {});
    const auto guesses = guess_values(some, features, options, {});
    ASSERT_GE(guesses.size(), first);
    for (std::size_t i = 0; i < first; ++i) {
      EXPECT_EQ(some.persons[i], all.persons[i]);
      EXPECT_EQ(guesses[i].value, expected[i].value);
      EXPECT_EQ(guesses[i].probability, expected[i].probability);
    }
  }
  EXPECT_GT(left_out, 0U);
}

// Returns the persons twice, each time in groups of their own.
PlacedPersons twice(const PlacedPersons& placed) {
  PlacedPersons result = placed;
  const std::size_t slots = placed.slots.size();
  result.slots.insert(result.slots.end(), placed.slots.begin(), placed.slots.end());
  result.persons.insert(result.persons.end(), placed.persons.begin(), placed.persons.end());
  for (PlacedPersons::Place place : placed.places) {
    place.first_slot += slots;
    result.places.push_back(place);
  }
  for (std::size_t i = 0; i < placed.persons.size(); ++i)
    result.first_place.push_back(placed.places.size() + placed.first_place[i + 1]);
  result.pairs *= 2;
  return result;
}

// Many persons are balanced in blocks: here half of them in one, the same persons again in another.
TEST(InferenceProperty, ManyPersonsAreGuessedAsFewAre) {
  Choices choices(test::first_seed());
  Microdata data = table_of(choices, 30000, 6, 5);
  // A person matches few buckets.
  data.attributes[0].distinct = data.rows / 2;
  for (Code& value : data.columns[0])
    value = static_cast<Code>(choices.between(0, static_cast<int>(data.rows / 2) - 1));
  const Attacked a = attacked(std::move(data), 2);
  const KnownFeatures features(a.known, a.data.rows, {});
  InferenceOptions options;
  options.iterations = 2;
  options.most_learners = 1000;
  options.model = InferenceModel::naive_bayes;
  const auto few = guess_values(a.placed, features, options, {});
  const PlacedPersons both = twice(a.placed);
  const auto many = guess_values(both, features, options, {});
  options.threads = 3;
  const auto by_threads = guess_values(both, features, options, {});
  ASSERT_EQ(many.size(), 2 * few.size());
  for (std::size_t i = 0; i < many.size(); ++i) {
    const Guess& expected = few[i % few.size()];
    EXPECT_NEAR(many[i].probability, expected.probability, 1e-5);
    EXPECT_EQ(by_threads[i].value, many[i].value);
    EXPECT_EQ(by_threads[i].probability, many[i].probability);
  }
}

TEST(InferenceProperty, DoesNotDependOnThreads) {
  Choices choices(test::first_seed());
  const Attacked a = attacked(table_of(choices, static_cast<Row>(test::tried(9000)), 5, 6), 3);
  const KnownFeatures features(a.known, a.data.rows, {});
  InferenceOptions options;
  options.iterations = 2;
  const auto alone = guess_values(a.placed, features, options, {});
  options.threads = {3, 256};
  const auto together = guess_values(a.placed, features, options, {});
  for (std::size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(alone[i].value, together[i].value);
    EXPECT_EQ(alone[i].probability, together[i].probability);
  }
}

TEST(InferenceProperty, ClassesArePlacesByRowsForEachCombination) {
  for (int run = 0; run < test::tried(200); ++run) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(run);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    ClassCover cover;
    cover.classes = static_cast<std::uint32_t>(choices.between(1, 4));
    for (std::uint32_t c = 0; c < cover.classes; ++c)
      cover.combinations.push_back(choices.one_in(8) ? 1e300 : choices.between(1, 20));
    std::vector<Code> values;
    for (int row = choices.between(1, 12); row > 0; --row) {
      cover.class_of_row.push_back(
          static_cast<std::uint32_t>(choices.between(0, static_cast<int>(cover.classes) - 1)));
      values.push_back(static_cast<Code>(choices.between(0, 2)));
    }
    cover.kinds = 3;
    cover.offsets.push_back(0);
    for (std::uint32_t kind = 0; kind < cover.kinds; ++kind) {
      for (std::uint32_t c = 0; c < cover.classes; ++c) {
        const bool rows = std::count(cover.class_of_row.begin(), cover.class_of_row.end(), c) > 0;
        if (rows && choices.one_in(2)) cover.covering.push_back(c);
      }
      cover.offsets.push_back(cover.covering.size());
    }
    cover.kind_of_tuple = {0, 1, 2, 1};
    const std::vector<Row> persons{3, 0, 2};
    const PlacedPersons placed = place_persons(cover, values, persons, 1000, {});
    ASSERT_EQ(placed.persons, persons);
    std::size_t next = 0;
    for (const Row person : persons) {
      // Number of published rows that can be the person's, by class and value.
      std::map<std::pair<std::uint32_t, Code>, double> rows;
      double sum = 0;
      const std::uint32_t kind = cover.kind_of_tuple[person];
      for (std::size_t at = cover.offsets[kind]; at < cover.offsets[kind + 1]; ++at) {
        for (std::size_t row = 0; row < values.size(); ++row) {
          if (cover.class_of_row[row] != cover.covering[at]) continue;
          ++rows[{cover.covering[at], values[row]}];
          sum += 1 / cover.combinations[cover.covering[at]];
        }
      }
      auto row = rows.begin();
      for (const PlacedPersons::Place& place : placed.of(next)) {
        double of_place = 0;
        for (std::size_t slot = place.first_slot; slot < place.first_slot + place.slots; ++slot) {
          ASSERT_NE(row, rows.end());
          EXPECT_EQ(placed.slots[slot].value, row->first.second);
          EXPECT_EQ(placed.slots[slot].rows, row->second);
          of_place += row->second / cover.combinations[row->first.first];
          ++row;
        }
        EXPECT_NEAR(place.probability, of_place / sum, 1e-6);
      }
      EXPECT_NEAR(placed.weights[next], sum, 1e-6 * sum);
      EXPECT_EQ(row, rows.end());
      ++next;
    }
  }
}

}  // namespace
}  // namespace microdata
