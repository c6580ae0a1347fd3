#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "core/risk/person_sets.hpp"
#include "core/risk/shown_release.hpp"
#include "core/risk/singling_out.hpp"
#include "property/random_table.hpp"

// Compares predicates on people with several rows, and on people in several tables, with a check of
// all people one by one.

namespace microdata {
namespace {

using test::Choices;

// People with rows of some attributes, and the published rows of some of them.
struct RowsWorld {
  std::size_t persons = 0;
  std::vector<std::uint32_t> person_of;
  PersonValues rows;
  std::vector<std::uint32_t> set_of;
  std::vector<std::uint32_t> person_of_set;
  std::vector<PublishedTable::Attribute> attributes;

  PublishedRowSets shown() const {
    return {set_of, static_cast<std::uint32_t>(person_of_set.size()), attributes, rows, person_of,
            persons};
  }
  bool covers(std::size_t published, std::size_t row) const {
    for (std::size_t a = 0; a < attributes.size(); ++a) {
      const PublishedTable::Attribute& attribute = attributes[a];
      if (!attribute.covers[attribute.published[published]].contains(rows.of_attribute[a][row]))
        return false;
    }
    return true;
  }
  bool shows_same(std::size_t published, std::size_t other) const {
    return std::all_of(attributes.begin(), attributes.end(), [&](const auto& attribute) {
      return attribute.published[published] == attribute.published[other];
    });
  }
  // Returns the published rows of a set.
  std::vector<std::size_t> published_in(std::uint32_t set) const {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < set_of.size(); ++i) {
      if (set_of[i] == set) result.push_back(i);
    }
    return result;
  }
  // Returns true by the definition: the person has, for every row of the set, at least as many
  // matching rows as the set has equal ones.
  bool has(std::uint32_t person, std::uint32_t set) const {
    const std::vector<std::size_t> published = published_in(set);
    return std::all_of(published.begin(), published.end(), [&](std::size_t one) {
      const auto shown = std::count_if(published.begin(), published.end(),
                                       [&](std::size_t other) { return shows_same(one, other); });
      std::ptrdiff_t rows_like = 0;
      for (std::size_t row = 0; row < person_of.size(); ++row)
        rows_like += person_of[row] == person && covers(one, row) ? 1 : 0;
      return rows_like >= shown;
    });
  }
  // Returns true if the other set has, for everything that a row of the set shows, at least as many
  // rows.
  bool is_part(std::uint32_t set, std::uint32_t of) const {
    const std::vector<std::size_t> published = published_in(set);
    const std::vector<std::size_t> others = published_in(of);
    const auto like = [&](const std::vector<std::size_t>& in, std::size_t one) {
      return std::count_if(in.begin(), in.end(),
                           [&](std::size_t other) { return shows_same(one, other); });
    };
    return std::all_of(published.begin(), published.end(),
                       [&](std::size_t one) { return like(others, one) >= like(published, one); });
  }
};

// Returns random rows; with `whole`, all rows of all people are shown without changes.
RowsWorld random_rows(Choices& choices, bool whole) {
  RowsWorld world;
  const auto attributes = static_cast<std::size_t>(choices.between(1, 2));
  world.rows.of_attribute.resize(attributes);
  world.persons = static_cast<std::size_t>(choices.between(1, 7));
  for (std::uint32_t person = 0; person < world.persons; ++person) {
    const int rows = choices.between(1, 4);
    for (int row = 0; row < rows; ++row) {
      world.person_of.push_back(person);
      for (std::vector<Code>& values : world.rows.of_attribute)
        values.push_back(static_cast<Code>(choices.between(0, 2)));
    }
  }
  world.rows.persons = world.person_of.size();
  for (std::size_t a = 0; a < attributes; ++a) {
    PublishedTable::Attribute& attribute = world.attributes.emplace_back();
    attribute.values = 3;
    for (Code value = 0; value < 3; ++value)
      attribute.covers.push_back(CodeSet::range(value, value + 1));
    attribute.exact = whole || choices.one_in(2);
    if (!attribute.exact) {
      attribute.covers.push_back(CodeSet::range(0, 2));
      attribute.covers.push_back(CodeSet::range(0, 3));
    }
  }
  for (std::uint32_t person = 0; person < world.persons; ++person) {
    const auto set = static_cast<std::uint32_t>(world.person_of_set.size());
    bool shown = false;
    for (std::size_t row = 0; row < world.person_of.size(); ++row) {
      if (world.person_of[row] != person || (!whole && choices.one_in(3))) continue;
      shown = true;
      world.set_of.push_back(set);
      for (std::size_t a = 0; a < attributes; ++a) {
        std::vector<Code> labels;
        for (Code label = 0; label < world.attributes[a].labels(); ++label) {
          if (world.attributes[a].covers[label].contains(world.rows.of_attribute[a][row]))
            labels.push_back(label);
        }
        world.attributes[a].published.push_back(labels[static_cast<std::size_t>(
            choices.between(0, static_cast<int>(labels.size()) - 1))]);
      }
    }
    if (shown) world.person_of_set.push_back(person);
  }
  return world;
}

TEST(PersonSetsProperty, ArePartsOfWhatPersonsHave) {
  std::size_t parts = 0;
  test::for_cases(600, [&](Choices& choices, std::uint64_t /*seed*/) {
    const RowsWorld world = random_rows(choices, false);
    const PersonSets sets = person_sets(world.shown(), {});
    for (std::uint32_t set = 0; set < world.person_of_set.size(); ++set) {
      const Code number = sets.number_of_set[set];
      for (std::uint32_t person = 0; person < world.persons; ++person) {
        const auto had = sets.of_persons[person];
        EXPECT_EQ(std::count(had.begin(), had.end(), number), world.has(person, set) ? 1 : 0);
      }
      EXPECT_TRUE(world.has(world.person_of_set[set], set));
      for (std::uint32_t other = 0; other < world.person_of_set.size(); ++other) {
        const bool is_part = world.is_part(set, other);
        EXPECT_EQ(sets.asks[number].contains(sets.number_of_set[other]), is_part);
        EXPECT_EQ(number == sets.number_of_set[other], is_part && world.is_part(other, set));
        parts += is_part && set != other ? 1 : 0;
      }
    }
  });
  EXPECT_GT(parts, test::expected_of(600));
}

// A release of people with several rows: two attributes of people, each in a column, and the sets
// of their rows, in buckets.
struct SetsWorld {
  RowsWorld rows;
  std::vector<std::vector<Code>> of_persons;
  std::vector<std::uint32_t> bucket_of;
  ShownRelease release;
};

SetsWorld random_sets(Choices& choices) {
  SetsWorld world;
  world.rows = random_rows(choices, true);
  const std::size_t persons = world.rows.persons;
  const PersonSets sets = person_sets(world.rows.shown(), {});
  TableOfPersons& shown = world.release.tables.emplace_back();
  PublishedTable& table = shown.table;
  table.buckets = static_cast<std::uint32_t>(choices.between(1, 3));
  for (std::uint32_t person = 0; person < persons; ++person)
    world.bucket_of.push_back(
        person < table.buckets
            ? person
            : static_cast<std::uint32_t>(choices.between(0, static_cast<int>(table.buckets) - 1)));
  table.buckets = std::min(table.buckets, static_cast<std::uint32_t>(persons));
  table.bucket_of = world.bucket_of;
  table.columns = 3;
  shown.attributes = {0, 1, 2};
  world.release.source.persons = persons;
  world.release.source.sets.resize(3);
  // Rows of the table are people; within a bucket each column has its own order.
  const auto shuffled = [&](const std::vector<Code>& values) {
    std::vector<Code> published = values;
    for (std::size_t i = 0; i < persons; ++i) {
      const auto j = static_cast<std::size_t>(choices.between(0, static_cast<int>(persons) - 1));
      if (world.bucket_of[i] == world.bucket_of[j]) std::swap(published[i], published[j]);
    }
    return published;
  };
  for (std::size_t column = 0; column < 3; ++column) {
    PublishedTable::Attribute& attribute = table.attributes.emplace_back();
    attribute.column = column;
    attribute.values = column < 2 ? 3 : sets.distinct();
    for (Code value = 0; value < attribute.values; ++value)
      attribute.covers.push_back(CodeSet::range(value, value + 1));
    std::vector<Code> values;
    for (std::size_t person = 0; person < persons; ++person)
      values.push_back(column < 2 ? static_cast<Code>(choices.between(0, 2))
                                  : sets.number_of_set[person]);
    attribute.published = shuffled(values);
    if (column < 2) {
      world.of_persons.push_back(values);
    } else {
      values.clear();
      attribute.asks = sets.asks;
      world.release.source.sets[column] = sets.of_persons;
    }
    world.release.source.of_attribute.push_back(values);
    world.release.values.push_back(attribute.values);
  }
  return world;
}

// Returns true if the person has the values of the predicate and one of its sets, by definition.
bool person_fits(const SetsWorld& world, const SinglingPredicate& predicate, std::uint32_t person) {
  const PersonSets sets = person_sets(world.rows.shown(), {});
  return std::all_of(predicate.terms.begin(), predicate.terms.end(), [&](const auto& term) {
    if (term.attribute < 2) return term.values.contains(world.of_persons[term.attribute][person]);
    for (std::uint32_t set = 0; set < sets.number_of_set.size(); ++set) {
      if (term.values.contains(sets.number_of_set[set]) && world.rows.has(person, set)) return true;
    }
    return false;
  });
}

TEST(ShownReleaseProperty, PersonsWithSeveralRowsAreSingledOutInTheirBuckets) {
  std::size_t alone = 0;
  std::size_t of_all = 0;
  test::for_cases(400, [&](Choices& choices, std::uint64_t seed) {
    const SetsWorld world = random_sets(choices);
    const ShownRelease& release = world.release;
    const PredicateCounter counter(release.values, release.source, {});
    Random random = Random::seeded(seed);
    const auto judge = [&](const SinglingPredicate& predicate) {
      std::vector<std::uint32_t> fitting;
      for (std::uint32_t person = 0; person < world.rows.persons; ++person) {
        if (person_fits(world, predicate, person)) fitting.push_back(person);
      }
      std::vector<std::uint32_t> counted = counter.fitting(predicate, world.rows.persons, {});
      std::sort(counted.begin(), counted.end());
      EXPECT_EQ(counted, fitting);
      return fitting;
    };
    const HullPredicates hulls = hull_predicates(release, 1000, random, {});
    for (const auto* kind : {&hulls.of_pieces, &hulls.of_pairs}) {
      double before = 1;
      for (const HullPredicate& found : *kind) {
        std::size_t in_bucket = 0;
        for (const std::uint32_t person : judge(found.predicate))
          in_bucket += world.bucket_of[person] == found.bucket ? 1 : 0;
        if (found.alone == 1) {
          EXPECT_EQ(in_bucket, 1U);
        }
        EXPECT_LE(found.chance(), before + 1e-12);
        before = found.chance();
        alone += found.alone == 1 ? 1 : 0;
      }
    }
    // A value that occurs once in a bucket is found. A set must be neither equal to nor part of
    // another set.
    std::size_t once = 0;
    for (std::uint32_t person = 0; person < world.rows.persons; ++person) {
      std::vector<bool> is_once(3, true);
      for (std::uint32_t other = 0; other < world.rows.persons; ++other) {
        if (other == person || world.bucket_of[other] != world.bucket_of[person]) continue;
        for (std::size_t a = 0; a < 2; ++a) {
          if (world.of_persons[a][other] == world.of_persons[a][person]) is_once[a] = false;
        }
        if (world.rows.is_part(person, other)) is_once[2] = false;
      }
      once += static_cast<std::size_t>(std::count(is_once.begin(), is_once.end(), true));
    }
    EXPECT_EQ(hulls.of_pieces.size(), once);
    // Predicates of one attribute match one published row, and all rows are shown; those of several
    // match at most one.
    for (const SinglingPredicate& predicate : univariate_predicates(release, 1000, random, {})) {
      EXPECT_EQ(judge(predicate).size(), 1U);
      ++of_all;
    }
    for (const SinglingPredicate& predicate : multivariate_predicates(release, 1000, random, {}))
      EXPECT_LE(judge(predicate).size(), 1U);
  });
  EXPECT_GT(alone, test::expected_of(400));
  EXPECT_GT(of_all, test::expected_of(100));
}

// Returns people of four attributes and tables with some of them, each in its own order.
ShownRelease random_parts(Choices& choices) {
  ShownRelease release;
  constexpr std::size_t attributes = 4;
  const auto persons = static_cast<std::size_t>(choices.between(2, 8));
  release.source.persons = persons;
  for (std::size_t a = 0; a < attributes; ++a) {
    release.values.push_back(3);
    std::vector<Code>& values = release.source.of_attribute.emplace_back();
    for (std::size_t person = 0; person < persons; ++person)
      values.push_back(static_cast<Code>(choices.between(0, 2)));
  }
  const int tables = choices.between(1, 3);
  for (int t = 0; t < tables; ++t) {
    TableOfPersons& shown = release.tables.emplace_back();
    PublishedTable& table = shown.table;
    table.columns = 1;
    table.buckets = static_cast<std::uint32_t>(persons);
    table.bucket_of.resize(persons);
    std::iota(table.bucket_of.begin(), table.bucket_of.end(), 0U);
    std::vector<Row> order(table.bucket_of.begin(), table.bucket_of.end());
    test::shuffle(order, choices);
    for (std::size_t a = 0; a < attributes; ++a) {
      if (choices.one_in(3) && !(shown.attributes.empty() && a + 1 == attributes)) continue;
      shown.attributes.push_back(a);
      PublishedTable::Attribute& attribute = table.attributes.emplace_back();
      attribute.values = 3;
      for (Code value = 0; value < 3; ++value)
        attribute.covers.push_back(CodeSet::range(value, value + 1));
      for (const Row person : order)
        attribute.published.push_back(release.source.of_attribute[a][person]);
    }
  }
  return release;
}

TEST(ShownReleaseProperty, TablesAreJoinedByWhatTheyShare) {
  std::size_t joins = 0;
  std::size_t alone = 0;
  test::for_cases(600, [&](Choices& choices, std::uint64_t seed) {
    ShownRelease release = random_parts(choices);
    const std::size_t published = release.tables.size();
    add_joins(release, {});
    for (std::size_t t = published; t < release.tables.size(); ++t) {
      const TableOfPersons& joined = release.tables[t];
      const PublishedTable& table = joined.table;
      EXPECT_TRUE(joined.joined);
      EXPECT_EQ(std::set(joined.attributes.begin(), joined.attributes.end()).size(),
                joined.attributes.size());
      // A column shows in every bucket the values of the people who have its values of the shared
      // attributes, which are the last column.
      EXPECT_EQ(table.rows(), release.source.persons);
      for (std::size_t c = 0; c < table.columns; ++c) {
        std::map<std::vector<Code>, int> difference;
        const auto add = [&](int sign, const auto& value_of) {
          std::vector<Code> shown;
          for (std::size_t a = 0; a < joined.attributes.size(); ++a) {
            const std::size_t column = table.attributes[a].column;
            if (column == c || column + 1 == table.columns) shown.push_back(value_of(a));
          }
          difference[shown] += sign;
        };
        for (std::size_t i = 0; i < table.rows(); ++i) {
          add(1, [&](std::size_t a) { return table.attributes[a].published[i]; });
          add(-1,
              [&](std::size_t a) { return release.source.of_attribute[joined.attributes[a]][i]; });
        }
        for (const auto& [shown, count] : difference) {
          EXPECT_EQ(count, 0);
        }
      }
      ++joins;
    }
    Random random = Random::seeded(seed);
    const PredicateCounter counter(release.values, release.source, {});
    const HullPredicates hulls = hull_predicates(release, 10000, random, {});
    std::set<std::vector<std::vector<Code>>> seen;
    for (const auto* kind : {&hulls.of_pieces, &hulls.of_pairs}) {
      double before = 1;
      seen.clear();
      for (const HullPredicate& found : *kind) {
        const std::size_t fitting = counter.count(found.predicate, 100, {});
        // All people are shown without changes, so that no other person is in another bucket except
        // by chance.
        if (found.alone == 1 && found.others == 0) {
          EXPECT_EQ(fitting, 1U);
          ++alone;
        }
        EXPECT_LE(found.chance(), before + 1e-12);
        before = found.chance();
        std::vector<std::vector<Code>> codes(release.values.size());
        for (const SinglingPredicate::Term& term : found.predicate.terms)
          term.values.for_each([&](Code code) { codes[term.attribute].push_back(code); });
        // Equal rows of one table yield a predicate each.
        if (release.tables.size() > 1) {
          EXPECT_TRUE(seen.insert(codes).second);
        }
      }
    }
    for (const SinglingPredicate& predicate : univariate_predicates(release, 1000, random, {}))
      EXPECT_EQ(counter.count(predicate, 100, {}), 1U);
    for (const SinglingPredicate& predicate : multivariate_predicates(release, 1000, random, {}))
      EXPECT_EQ(counter.count(predicate, 100, {}), 1U);
  });
  EXPECT_GT(joins, test::expected_of(150));
  EXPECT_GT(alone, test::expected_of(600));
}

// A value that two tables link once by their shared attributes singles out a person whom no table
// singles out.
TEST(ShownRelease, TwoTablesSingleOutWhoIsAloneInBothTogether) {
  // The attributes are a, b and c; b is shared, and a = 1 and c = 1 occur once with b = 0.
  ShownRelease release;
  const std::vector<std::vector<Code>> values{{1, 0, 1, 0, 1}, {0, 0, 1, 1, 1}, {1, 1, 0, 1, 0}};
  release.source = {5, values};
  release.values = {2, 2, 2};
  const auto add = [&](std::vector<std::size_t> attributes) {
    TableOfPersons& shown = release.tables.emplace_back();
    shown.attributes = std::move(attributes);
    shown.table.columns = 1;
    shown.table.buckets = 5;
    shown.table.bucket_of = {0, 1, 2, 3, 4};
    for (const std::size_t a : shown.attributes) {
      PublishedTable::Attribute& attribute = shown.table.attributes.emplace_back();
      attribute.values = 2;
      attribute.covers = {CodeSet::range(0, 1), CodeSet::range(1, 2)};
      attribute.published = values[a];
    }
  };
  add({0, 1});
  add({1, 2});
  add_joins(release, {});
  ASSERT_EQ(release.tables.size(), 3U);
  Random random = Random::seeded(1);
  const PredicateCounter counter(release.values, release.source, {});
  std::size_t of_three = 0;
  for (const HullPredicate& found : hull_predicates(release, 100, random, {}).of_pairs) {
    if (found.predicate.terms.size() != 3 || found.chance() < 1) continue;
    EXPECT_EQ(counter.count(found.predicate, 5, {}), 1U);
    ++of_three;
  }
  EXPECT_GT(of_three, 0U);
}

}  // namespace
}  // namespace microdata
