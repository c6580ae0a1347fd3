#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "core/risk/membership_audit.hpp"
#include "property/random_table.hpp"
#include "property/sliced_view.hpp"

// Tests of members and outsiders. Expected rows are compared with all linkings of small buckets,
// and distinguished people pair by pair. Tuples that can arise are compared with all existing
// tuples.

namespace microdata {
namespace {

using test::Choices;
using Tuple = std::vector<Code>;

// A table whose first rows are in buckets; the others are not published.
struct Published {
  Microdata data;
  AttributePartition columns;
  Row members = 0;
  TuplePartition buckets;
  SlicedView view;
};

Published published(Choices& choices) {
  Published p;
  p.data = test::random_table(
      choices, {.most_rows = 20, .most_attributes = 4, .most_values = 3, .insensitive = true});
  p.columns = test::random_partition(choices, p.data);
  p.members = static_cast<Row>(choices.between(1, std::min(static_cast<int>(p.data.rows), 12)));
  p.buckets.rows.resize(p.members);
  std::iota(p.buckets.rows.begin(), p.buckets.rows.end(), 0U);
  test::shuffle(p.buckets.rows, choices);
  for (Row row = 0; row < p.members; ++row) {
    const Row open = p.buckets.offsets.empty() ? 0 : row - p.buckets.offsets.back();
    if (p.buckets.offsets.empty() || open == 3 || choices.one_in(3)) {
      p.buckets.offsets.push_back(row);
    }
  }
  p.buckets.offsets.push_back(p.members);
  std::vector<std::vector<Row>> linking;
  for (std::size_t c = 0; c < p.columns.size(); ++c) {
    std::vector<Row> column;
    for (std::size_t b = 0; b < p.buckets.buckets(); ++b) {
      const auto bucket = p.buckets.bucket(b);
      std::vector<Row> rows(bucket.begin(), bucket.end());
      test::shuffle(rows, choices);
      column.insert(column.end(), rows.begin(), rows.end());
    }
    linking.push_back(std::move(column));
  }
  p.view = test::make_view(p.data, p.columns, p.buckets, linking);
  return p;
}

std::vector<AttributeSet> known_attributes(const Published& p, MatchingBuckets::Over over) {
  std::vector<AttributeSet> known;
  for (const Column& column : p.columns) {
    known.push_back(over == MatchingBuckets::Over::whole ? column.attributes
                                                         : quasi_identifiers(p.data, column));
  }
  return known;
}

bool alike(const Microdata& data, const AttributeSet& attributes, Row a, Row b) {
  return std::all_of(attributes.begin(), attributes.end(), [&](std::size_t attribute) {
    return data.columns[attribute][a] == data.columns[attribute][b];
  });
}

// Returns the product of the shares of the person's values among the members.
double chance(const Published& p, const std::vector<AttributeSet>& known, Row person) {
  double product = 1;
  for (const AttributeSet& attributes : known) {
    for (const std::size_t a : attributes) {
      const std::vector<Code>& column = p.data.columns[a];
      product *= static_cast<double>(
                     std::count(column.begin(), column.begin() + p.members, column[person])) /
                 p.members;
    }
  }
  return product;
}

ValueChances chances_of(const Published& p, const std::vector<AttributeSet>& known) {
  ValueChances chances(p.data.rows);
  for (const AttributeSet& attributes : known) {
    for (const std::size_t a : attributes) {
      RegionAttribute attribute;
      const Code values = p.data.attributes[a].distinct;
      attribute.published.assign(p.data.columns[a].begin(), p.data.columns[a].begin() + p.members);
      attribute.tuples.assign(p.data.columns[a].begin(), p.data.columns[a].end());
      attribute.labels = attribute.values = values;
      for (Code value = 0; value < values; ++value)
        attribute.covers.push_back(CodeSet::range(value, value + 1));
      chances.add(attribute, {});
    }
  }
  return chances;
}

// Returns the match over all linkings of the other columns with the first.
PersonMatch match_by_linkings(const Published& p, const std::vector<AttributeSet>& known,
                              Row person) {
  PersonMatch match;
  for (std::size_t b = 0; b < p.buckets.buckets(); ++b) {
    const auto bucket = p.buckets.bucket(b);
    std::vector<std::vector<Row>> linked(known.size(), {bucket.begin(), bucket.end()});
    for (std::vector<Row>& column : linked)
      std::sort(column.begin(), column.end());
    double linkings = 0;
    double rows = 0;
    while (true) {
      ++linkings;
      for (std::size_t place = 0; place < bucket.size(); ++place) {
        bool is_alike = true;
        for (std::size_t c = 0; c < known.size(); ++c)
          is_alike = is_alike && alike(p.data, known[c], linked[c][place], person);
        rows += is_alike ? 1 : 0;
      }
      std::size_t c = 1;
      while (c < linked.size() && !std::next_permutation(linked[c].begin(), linked[c].end()))
        ++c;
      if (c >= linked.size()) break;
    }
    match.rows += rows / linkings;
    match.buckets += rows > 0 ? 1 : 0;
  }
  return match;
}

TEST(MembershipProperty, ExpectsTheRowsOfAllLinkings) {
  int outside = 0;
  test::for_cases(300, [&](Choices& choices, std::uint64_t) {
    const Published p = published(choices);
    for (const auto over : {MatchingBuckets::Over::known, MatchingBuckets::Over::whole}) {
      const MatchingBuckets buckets(p.view, over, {});
      const std::vector<AttributeSet> known = known_attributes(p, over);
      std::vector<Row> members(p.members);
      std::iota(members.begin(), members.end(), 0U);
      std::vector<Row> others(p.data.rows - p.members);
      std::iota(others.begin(), others.end(), p.members);
      const SidesMatched found = match_persons(p.view, buckets, over, chances_of(p, known), members,
                                               others, 1U << 30U, {});
      ASSERT_EQ(found.members.size(), members.size());
      ASSERT_EQ(found.outsiders.size(), others.size());
      outside += static_cast<int>(others.size());
      for (Row row = 0; row < p.data.rows; ++row) {
        const PersonMatch& match =
            row < p.members ? found.members[row] : found.outsiders[row - p.members];
        const PersonMatch expected = match_by_linkings(p, known, row);
        EXPECT_NEAR(match.rows, expected.rows, 1e-9);
        EXPECT_EQ(match.buckets, expected.buckets);
        const double lift = expected.rows > 0 ? expected.rows / chance(p, known, row) : 0;
        EXPECT_NEAR(match.lift, lift, 1e-9 * (1 + lift));
      }
    }
  });
  EXPECT_GT(outside, test::expected_of(300));
}

TEST(MembershipProperty, JudgesPairByPair) {
  test::for_cases(300, [&](Choices& choices, std::uint64_t) {
    const auto persons = [&](int low) {
      std::vector<PersonMatch> result(static_cast<std::size_t>(choices.between(low, 12)));
      for (PersonMatch& person : result) {
        person.buckets = static_cast<std::uint32_t>(choices.between(0, 3));
        person.lift = person.buckets == 0 ? 0 : choices.between(1, 4) / 3.0;
      }
      return result;
    };
    const std::vector<PersonMatch> members = persons(1);
    const std::vector<PersonMatch> outsiders = persons(1);
    double right = 0;
    for (const PersonMatch& member : members) {
      for (const PersonMatch& outsider : outsiders)
        right += member.lift > outsider.lift ? 1 : member.lift == outsider.lift ? 0.5 : 0;
    }
    const MembershipFigures figures = judge_membership(members, outsiders);
    const auto pairs = static_cast<double>(members.size() * outsiders.size());
    EXPECT_NEAR(figures.auc, right / pairs, 1e-12);
    EXPECT_LE(figures.interval.low, figures.auc + 1e-12);
    EXPECT_GE(figures.interval.high, figures.auc - 1e-12);
    const auto nowhere = [](const std::vector<PersonMatch>& side) {
      return static_cast<std::size_t>(std::count_if(
          side.begin(), side.end(), [](const PersonMatch& m) { return m.buckets == 0; }));
    };
    EXPECT_EQ(figures.members_nowhere, nowhere(members));
    EXPECT_EQ(figures.outsiders_nowhere, nowhere(outsiders));
    EXPECT_EQ(figures.members_by_buckets[0], nowhere(members));
  });
}

// Returns every tuple of existing values, with the number of buckets in which each column contains
// its part.
std::map<Tuple, std::uint32_t> arising(const Published& p, const std::vector<AttributeSet>& known) {
  AttributeSet all;
  for (const AttributeSet& attributes : known)
    all.insert(all.end(), attributes.begin(), attributes.end());
  std::map<Tuple, std::uint32_t> found;
  Tuple tuple(p.data.attributes.size());
  const auto has = [&](std::size_t b, const AttributeSet& attributes) {
    const auto bucket = p.buckets.bucket(b);
    return std::any_of(bucket.begin(), bucket.end(), [&](Row row) {
      return std::all_of(attributes.begin(), attributes.end(),
                         [&](std::size_t a) { return p.data.columns[a][row] == tuple[a]; });
    });
  };
  while (true) {
    std::uint32_t buckets = 0;
    for (std::size_t b = 0; b < p.buckets.buckets(); ++b) {
      buckets += std::all_of(known.begin(), known.end(),
                             [&](const AttributeSet& attributes) { return has(b, attributes); })
                     ? 1
                     : 0;
    }
    if (buckets > 0) found[tuple] = buckets;
    std::size_t i = 0;
    while (i < all.size() && ++tuple[all[i]] == p.data.attributes[all[i]].distinct)
      tuple[all[i++]] = 0;
    if (i == all.size()) return found;
  }
}

TEST(MembershipProperty, CountsWhatCanArise) {
  int fakes = 0;
  test::for_cases(300, [&](Choices& choices, std::uint64_t seed) {
    const Published p = published(choices);
    for (const auto over : {MatchingBuckets::Over::known, MatchingBuckets::Over::whole}) {
      const std::vector<AttributeSet> known = known_attributes(p, over);
      std::set<Tuple> table;
      for (Row row = 0; row < p.members; ++row) {
        Tuple tuple(p.data.attributes.size());
        for (const AttributeSet& attributes : known) {
          for (const std::size_t a : attributes)
            tuple[a] = p.data.columns[a][row];
        }
        table.insert(std::move(tuple));
      }
      ArisingTuples expected;
      for (const auto& [tuple, buckets] : arising(p, known)) {
        if (table.contains(tuple)) {
          ++expected.original;
          continue;
        }
        ++expected.fake;
        ++expected.fake_by_buckets[class_of_buckets(buckets)];
      }
      fakes += expected.fake > 0 ? 1 : 0;
      const MatchingBuckets buckets(p.view, over, {});
      Random random = Random::seeded(seed);
      const ArisingTuples counted =
          count_arising_tuples(p.view, buckets, over, p.members, 1U << 20U, 1, random, {});
      EXPECT_EQ(counted.original, expected.original);
      EXPECT_EQ(counted.fake, expected.fake);
      EXPECT_EQ(counted.fake_by_buckets, expected.fake_by_buckets);
      EXPECT_EQ(counted.error, 0);
      // A sample's result is within a few of its standard errors.
      const ArisingTuples sampled =
          count_arising_tuples(p.view, buckets, over, p.members, 0, 2000, random, {});
      EXPECT_NEAR(sampled.fake, expected.fake, 5 * sampled.error + 1e-6);
      EXPECT_EQ(sampled.fake > 0, expected.fake > 0);
    }
  });
  EXPECT_GE(fakes, test::expected_of(31));
}

// A class of n rows whose labels cover m combinations contains n / m expected rows of each.
TEST(MembershipProperty, ClassesSpreadTheirRows) {
  test::for_cases(300, [&](Choices& choices, std::uint64_t) {
    const auto values = static_cast<Code>(choices.between(1, 5));
    const auto tuples = static_cast<std::size_t>(choices.between(1, 10));
    const auto rows = static_cast<std::size_t>(choices.between(1, 10));
    std::vector<RegionAttribute> attributes(2);
    SlicedView::Values rest;
    for (std::size_t row = 0; row < rows; ++row)
      rest.published.push_back(static_cast<std::uint32_t>(choices.between(0, 1)));
    for (std::size_t t = 0; t < tuples; ++t)
      rest.tuples.push_back(static_cast<std::uint32_t>(choices.between(0, 1)));
    for (RegionAttribute& attribute : attributes) {
      attribute.labels = 3;
      attribute.values = values;
      for (Code label = 0; label < 3; ++label) {
        const Code first = static_cast<Code>(choices.between(0, static_cast<int>(values) - 1));
        const Code end = static_cast<Code>(
            choices.between(static_cast<int>(first) + 1, static_cast<int>(values)));
        attribute.covers.push_back(CodeSet::range(first, end));
      }
      for (std::size_t row = 0; row < rows; ++row)
        attribute.published.push_back(static_cast<Code>(choices.between(0, 2)));
      for (std::size_t t = 0; t < tuples; ++t)
        attribute.tuples.push_back(
            static_cast<Code>(choices.between(0, static_cast<int>(values) - 1)));
    }
    const ClassCover cover = cover_tuples(rows, tuples, attributes, 1U << 20U, {});
    std::vector<Row> persons(tuples);
    std::iota(persons.begin(), persons.end(), 0U);
    rest.distinct = 2;
    ValueChances chances(tuples);
    for (const RegionAttribute& attribute : attributes)
      chances.add(attribute, {});
    for (const bool all : {false, true}) {
      if (all) chances.add(rest, {});
      const SidesMatched found =
          match_persons(cover, all ? &rest : nullptr, chances, persons, {}, 1U << 20U, {});
      for (std::size_t t = 0; t < tuples; ++t) {
        double expected = 0;
        // Likelihood of each attribute, and of the rest as one attribute.
        std::vector<double> likely(3);
        std::set<std::pair<Code, Code>> classes;
        for (std::size_t row = 0; row < rows; ++row) {
          double share = 1;
          for (std::size_t a = 0; a < 2; ++a) {
            const RegionAttribute& attribute = attributes[a];
            const CodeSet& covers = attribute.covers[attribute.published[row]];
            const double of_attribute =
                covers.contains(attribute.tuples[t]) ? 1.0 / static_cast<double>(covers.size()) : 0;
            share *= of_attribute;
            likely[a] += of_attribute / static_cast<double>(rows);
          }
          if (rest.published[row] == rest.tuples[t]) likely[2] += 1 / static_cast<double>(rows);
          if (share == 0 || (all && rest.published[row] != rest.tuples[t])) continue;
          expected += share;
          classes.emplace(attributes[0].published[row], attributes[1].published[row]);
        }
        EXPECT_NEAR(found.members[t].rows, expected, 1e-12);
        EXPECT_EQ(found.members[t].buckets, classes.size());
        const double by_chance = likely[0] * likely[1] * (all ? likely[2] : 1);
        EXPECT_NEAR(chances.of(static_cast<Row>(t)), by_chance, 1e-12);
        const double lift = expected > 0 ? expected / by_chance : 0;
        EXPECT_NEAR(found.members[t].lift, lift, 1e-9);
      }
    }
  });
}

}  // namespace
}  // namespace microdata
