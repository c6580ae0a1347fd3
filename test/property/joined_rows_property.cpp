#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/microdata/permutation.hpp"
#include "core/subject/joined_rows.hpp"
#include "property/subject_choices.hpp"

// Compares one table of persons with the tables apart, and with all ways in which a bucket can be
// linked.

namespace microdata {
namespace {

using test::Choices;

// A bucketization of one bucket or several, in which every person of a bucket has as many rows.
// Row numbers identify persons: row = person * 10 + i.
SubjectBucketization random_bucketization(Choices& choices, Random& random) {
  SubjectBucketization made;
  const auto buckets = static_cast<Row>(choices.between(1, 4));
  for (Row b = 0; b < buckets; ++b) {
    const auto persons = static_cast<Row>(choices.between(1, 6));
    const auto rows = static_cast<Row>(choices.between(1, 4));
    for (Row i = 0; i < persons; ++i) {
      const auto person = static_cast<Row>(made.buckets.rows.size());
      made.buckets.rows.push_back(person);
      for (Row row = 0; row < rows; ++row)
        made.published_rows.rows.push_back(person * 10 + row);
      made.published_rows.offsets.push_back(static_cast<Row>(made.published_rows.rows.size()));
    }
    made.buckets.offsets.push_back(static_cast<Row>(made.buckets.rows.size()));
  }
  const std::vector<std::vector<Row>> linking =
      permute_columns(made.buckets, 3, random, Progress());
  made.linking = {linking[0]};
  made.row_sets = linking[1];
  made.value_sets = linking[2];
  return made;
}

std::multiset<Row> bag(std::span<const Row> rows) {
  return {rows.begin(), rows.end()};
}

TEST(JoinedRows, ShowTheSetsOfEachPlaceOnce) {
  test::for_cases(500, [&](Choices& choices, std::uint64_t seed) {
    Random random = Random::seeded(seed);
    const SubjectBucketization made = random_bucketization(choices, random);
    const JoinedRows joined = join_rows(made, random, Progress());
    ASSERT_EQ(joined.rows.rows.size(), made.published_rows.rows.size());
    ASSERT_EQ(joined.rows.buckets(), made.buckets.buckets());
    std::map<Row, std::pair<std::vector<Row>, std::vector<Row>>> shown;
    std::map<Code, std::set<Row>> places_of_number;
    for (std::size_t b = 0; b < made.buckets.buckets(); ++b) {
      for (Row i = joined.rows.offsets[b]; i < joined.rows.offsets[b + 1]; ++i) {
        const Row place = joined.places[i];
        EXPECT_GE(place, made.buckets.offsets[b]);
        EXPECT_LT(place, made.buckets.offsets[b + 1]);
        shown[place].first.push_back(joined.rows.rows[i]);
        shown[place].second.push_back(joined.values[i]);
        places_of_number[joined.persons[i]].insert(place);
      }
    }
    const std::size_t persons = made.buckets.rows.size();
    ASSERT_EQ(shown.size(), persons);
    for (const auto& [place, sets] : shown) {
      EXPECT_EQ(bag(sets.first), bag(made.published_rows.bucket(made.row_sets[place])));
      EXPECT_EQ(bag(sets.second), bag(made.published_rows.bucket(made.value_sets[place])));
    }
    ASSERT_EQ(places_of_number.size(), persons);
    EXPECT_EQ(places_of_number.begin()->first, 1U);
    EXPECT_EQ(places_of_number.rbegin()->first, persons);
    for (const auto& [number, places] : places_of_number)
      EXPECT_EQ(places.size(), 1U);
  });
}

// What an attacker sees of a bucket: for each number, the rows, each with its value.
using Sight = std::vector<std::vector<std::pair<Row, Row>>>;

// The rows of two persons, whom the attacker knows, and the bags of values that they have.
constexpr Row persons_of_bucket = 2;
constexpr Row rows_each = 2;
using Truth = std::array<std::array<Row, rows_each>, persons_of_bucket>;

// Returns how probable each sight is, by the definition: sets of rows and of values go to numbers
// at random, and within a number values go to rows at random.
std::map<Sight, double> sights(const Truth& values) {
  std::map<Sight, double> result;
  const std::array<std::array<Row, 2>, 2> orders{{{0, 1}, {1, 0}}};
  for (const auto& rows : orders) {
    for (const auto& sets : orders) {
      for (const auto& first : orders) {
        for (const auto& second : orders) {
          Sight sight;
          for (Row number = 0; number < persons_of_bucket; ++number) {
            const auto& spread = number == 0 ? first : second;
            std::vector<std::pair<Row, Row>> shown;
            for (Row i = 0; i < rows_each; ++i)
              shown.emplace_back(rows[number] * 10 + i, values[sets[number]][spread[i]]);
            std::sort(shown.begin(), shown.end());
            sight.push_back(std::move(shown));
          }
          result[sight] += 1.0 / 16;
        }
      }
    }
  }
  return result;
}

// Draws sights of the bucket with join_rows().
std::map<Sight, double> drawn_sights(const Truth& values, int draws, Random& random) {
  std::map<Sight, double> result;
  SubjectBucketization made;
  made.buckets = {{0, 1}, {0, 2}};
  made.published_rows = {{0, 1, 10, 11}, {0, 2, 4}};
  for (int draw = 0; draw < draws; ++draw) {
    const std::vector<std::vector<Row>> linking =
        permute_columns(made.buckets, 2, random, Progress());
    made.row_sets = linking[0];
    made.value_sets = linking[1];
    const JoinedRows joined = join_rows(made, random, Progress());
    Sight sight(persons_of_bucket);
    for (std::size_t i = 0; i < joined.rows.rows.size(); ++i) {
      const Row value = joined.values[i];
      sight[joined.persons[i] - 1].emplace_back(joined.rows.rows[i],
                                                values[value / 10][value % 10]);
    }
    for (auto& shown : sight)
      std::sort(shown.begin(), shown.end());
    result[sight] += 1.0 / draws;
  }
  return result;
}

TEST(JoinedRows, AreDrawnAsTheDefinitionSays) {
  constexpr int draws = 40'000;
  test::for_cases(6, [&](Choices& choices, std::uint64_t seed) {
    Random random = Random::seeded(seed);
    Truth values{};
    for (auto& bag_of_person : values) {
      for (Row& value : bag_of_person)
        value = static_cast<Row>(choices.between(0, 3));
    }
    const std::map<Sight, double> expected = sights(values);
    for (const auto& [sight, share] : drawn_sights(values, draws, random)) {
      ASSERT_TRUE(expected.contains(sight));
      const double p = expected.at(sight);
      EXPECT_NEAR(share, p, 6 * std::sqrt(p * (1 - p) / draws) + 1e-9);
    }
  });
}

// An attacker who knows the rows of both persons, and which two bags of values they have, learns
// nothing on whose they are: each sight is as probable either way.
TEST(JoinedRows, DoNotTellWhoseTheValuesAre) {
  for (Row code = 0; code < 81; ++code) {
    const Truth values{{{code % 3, code / 3 % 3}, {code / 9 % 3, code / 27}}};
    const std::map<Sight, double> as_it_is = sights(values);
    const std::map<Sight, double> exchanged = sights({values[1], values[0]});
    ASSERT_EQ(as_it_is.size(), exchanged.size());
    for (const auto& [sight, share] : as_it_is) {
      ASSERT_TRUE(exchanged.contains(sight));
      EXPECT_DOUBLE_EQ(share, exchanged.at(sight));
    }
  }
}

}  // namespace
}  // namespace microdata
