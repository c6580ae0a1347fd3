#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <set>
#include <vector>

#include "core/risk/linkability.hpp"
#include "property/published_table.hpp"

// Compares the linkability attack with one that goes through all linkings of small buckets.

namespace microdata {
namespace {

using test::Choices;
using test::Linking;
using Sides = std::vector<std::size_t>;

double naive_distance(const PublishedTable::Attribute& attribute, Code label, Code value) {
  std::set<double> published;
  for (const Code other : attribute.published) {
    attribute.covers[other].for_each([&](Code code) {
      if (attribute.numeric() && !std::isnan(attribute.numbers[code])) {
        published.insert(attribute.numbers[code]);
      }
    });
  }
  double nearest = 1;
  attribute.covers[label].for_each([&](Code code) {
    if (code == value) nearest = 0;
    if (!attribute.numeric() || published.size() < 2) return;
    const double way = std::abs(attribute.numbers[code] - attribute.numbers[value]) /
                       (*published.rbegin() - *published.begin());
    if (!std::isnan(way)) nearest = std::min(nearest, way);
  });
  return nearest;
}

struct NaiveSide {
  // Expected number of nearest rows, by bucket.
  std::vector<double> rows;
  // Rows by bucket and column whose pieces the nearest rows can have.
  std::vector<std::vector<std::set<Row>>> pieces;
};

class NaiveAttack {
 public:
  explicit NaiveAttack(const PublishedTable& table)
      : table_(table), linkings_(test::all_linkings(table)) {}

  double success(const PersonValues& persons, std::size_t person, const Sides& left,
                 const Sides& right) const {
    const NaiveSide of_left = side(persons, person, left);
    const NaiveSide of_right = side(persons, person, right);
    const double all_left = std::accumulate(of_left.rows.begin(), of_left.rows.end(), 0.0);
    const double all_right = std::accumulate(of_right.rows.begin(), of_right.rows.end(), 0.0);
    double sum = 0;
    for (std::size_t b = 0; b < linkings_.size(); ++b)
      sum += of_left.rows[b] / all_left * of_right.rows[b] / all_right *
             same_row(b, of_left, of_right, left, right);
    return sum;
  }

 private:
  double distance(const PersonValues& persons, std::size_t person, const Sides& attributes,
                  const Linking& linking, std::size_t place) const {
    double sum = 0;
    for (std::size_t c = 0; c < table_.columns; ++c) {
      Sides in_column;
      for (const std::size_t a : attributes) {
        if (table_.attributes[a].column == c) in_column.push_back(a);
      }
      const Row row = linking[c][place];
      if (const PublishedTable::Sets* sets = table_.sets_in(c)) {
        if (!in_column.empty())
          sum += distance_of_set(persons, person, in_column, *sets, sets->set_at[row]);
      } else {
        sum += distance_of_row(persons, person, in_column, row);
      }
    }
    return sum;
  }

  double distance_of_row(const PersonValues& persons, std::size_t known, const Sides& attributes,
                         std::size_t row) const {
    double sum = 0;
    for (const std::size_t a : attributes) {
      const PublishedTable::Attribute& attribute = table_.attributes[a];
      sum += naive_distance(attribute, attribute.published[row], persons.of_attribute[a][known]);
    }
    return sum;
  }

  // Returns the mean distance of the set's rows to the person's nearest row, and a little for rows
  // beyond the number of the other's.
  double distance_of_set(const PersonValues& persons, std::size_t person, const Sides& attributes,
                         const PublishedTable::Sets& sets, std::uint32_t set) const {
    double sum = 0;
    double rows = 0;
    for (std::size_t row = 0; row < sets.set_of.size(); ++row) {
      if (set == nowhere || sets.set_of[row] != set) continue;
      double nearest = 1e9;
      for (const std::uint32_t known : persons.rows[person])
        nearest = std::min(nearest, distance_of_row(persons, known, attributes, row));
      sum += nearest;
      ++rows;
    }
    const auto known = static_cast<double>(persons.rows.size(person));
    const double beyond = std::abs(rows - known) / std::max(rows, known) / 1024;
    return beyond + (rows == 0 ? static_cast<double>(attributes.size()) : sum / rows);
  }

  NaiveSide side(const PersonValues& persons, std::size_t person, const Sides& attributes) const {
    double nearest = 1e9;
    for (const auto& of_bucket : linkings_) {
      for (const Linking& linking : of_bucket) {
        for (std::size_t place = 0; place < linking.front().size(); ++place)
          nearest = std::min(nearest, distance(persons, person, attributes, linking, place));
      }
    }
    NaiveSide found;
    for (const auto& of_bucket : linkings_) {
      double rows = 0;
      std::vector<std::set<Row>> pieces(table_.columns);
      for (const Linking& linking : of_bucket) {
        for (std::size_t place = 0; place < linking.front().size(); ++place) {
          if (distance(persons, person, attributes, linking, place) > nearest) continue;
          ++rows;
          for (std::size_t c = 0; c < table_.columns; ++c)
            pieces[c].insert(linking[c][place]);
        }
      }
      found.rows.push_back(rows / static_cast<double>(of_bucket.size()));
      found.pieces.push_back(std::move(pieces));
    }
    return found;
  }

  bool has(const Sides& attributes, std::size_t column) const {
    return std::any_of(attributes.begin(), attributes.end(),
                       [&](std::size_t a) { return table_.attributes[a].column == column; });
  }

  double same_row(std::size_t b, const NaiveSide& of_left, const NaiveSide& of_right,
                  const Sides& left, const Sides& right) const {
    double best = 0;
    bool shared = false;
    for (std::size_t c = 0; c < table_.columns; ++c) {
      if (!has(left, c) || !has(right, c)) continue;
      shared = true;
      double same = 0;
      double pairs = 0;
      for (const Row x : of_left.pieces[b][c]) {
        for (const Row y : of_right.pieces[b][c]) {
          ++pairs;
          same += x == y ? 1 : 0;
        }
      }
      if (pairs > 0) best = std::max(best, same / pairs);
    }
    return shared ? best : 1 / static_cast<double>(linkings_[b].front().front().size());
  }

  const PublishedTable& table_;
  std::vector<std::vector<Linking>> linkings_;
};

Sides random_side(Choices& choices, const PublishedTable& table) {
  Sides side;
  for (std::size_t a = 0; a < table.attributes.size(); ++a) {
    if (choices.one_in(2)) side.push_back(a);
  }
  if (side.empty()) side.push_back(0);
  return side;
}

TEST(LinkabilityProperty, SucceedsAsOftenAsOverAllLinkings) {
  test::for_cases(600, [](Choices& choices, std::uint64_t) {
    const test::PublishedWorld world = test::random_published(choices, {});
    const Sides left = random_side(choices, world.table);
    const Sides right = random_side(choices, world.table);
    const LinkAttack attack(world.table, left, right, {});
    const NaiveAttack naive(world.table);
    LinkAttack::Memory memory;
    for (std::size_t p = 0; p < world.persons.persons; ++p)
      EXPECT_NEAR(attack.success(world.persons, p, memory),
                  naive.success(world.persons, p, left, right), 1e-9);
  });
}

TEST(LinkabilityProperty, SucceedsAsOftenWithSetsOfRows) {
  std::size_t linked = 0;
  test::for_cases(600, [&](Choices& choices, std::uint64_t) {
    const test::PublishedWorld world =
        test::random_published_sets(choices, {.most_columns = 1, .most_attributes = 2});
    const Sides left = random_side(choices, world.table);
    const Sides right = random_side(choices, world.table);
    const LinkAttack attack(world.table, left, right, {});
    const NaiveAttack naive(world.table);
    LinkAttack::Memory memory;
    for (std::size_t p = 0; p < world.persons.persons; ++p) {
      const double success = attack.success(world.persons, p, memory);
      EXPECT_NEAR(success, naive.success(world.persons, p, left, right), 1e-9);
      linked += success == 1 ? 1 : 0;
    }
  });
  EXPECT_GT(linked, test::expected_of(100));
}

TEST(LinkabilityProperty, PartsOfBucketsAddUp) {
  std::size_t several = 0;
  test::for_cases(600, [&](Choices& choices, std::uint64_t) {
    const test::PublishedWorld world = test::random_published(choices, {});
    const Sides left = random_side(choices, world.table);
    const Sides right = random_side(choices, world.table);
    const LinkAttack whole(world.table, left, right, {});
    std::vector<PublishedTable> parts;
    for (std::uint32_t rest = 0; rest < 3; ++rest) {
      PublishedTable part = test::some_buckets(world.table, 3, rest);
      if (part.rows() > 0) parts.push_back(std::move(part));
    }
    several += parts.size() > 1 ? 1 : 0;
    LinkAttack::Memory memory;
    for (std::size_t p = 0; p < world.persons.persons; ++p) {
      std::vector<LinkAttack::Links> found;
      for (const PublishedTable& part : parts)
        found.push_back(LinkAttack(part, left, right, {}).find(world.persons, p, memory));
      for (std::size_t i = 1; i < found.size(); ++i)
        found.front().add_region(found[i]);
      EXPECT_NEAR(found.front().success(), whole.success(world.persons, p, memory), 1e-9);
    }
  });
  EXPECT_GT(several, test::expected_of(100));
}

// An unmodified table of people with unique values links all people. One bucket with the halves as
// columns links no person more often than chance.
TEST(LinkabilityProperty, LinksWhatIsLinked) {
  constexpr Row rows = 200;
  PublishedTable table;
  PersonValues persons;
  persons.persons = rows;
  table.columns = 1;
  table.buckets = rows;
  for (std::size_t a = 0; a < 2; ++a) {
    PublishedTable::Attribute attribute;
    attribute.values = rows;
    for (Code value = 0; value < rows; ++value) {
      attribute.covers.push_back(CodeSet::range(value, value + 1));
      attribute.published.push_back(value);
    }
    persons.of_attribute.push_back(attribute.published);
    table.attributes.push_back(std::move(attribute));
  }
  table.bucket_of.resize(rows);
  std::iota(table.bucket_of.begin(), table.bucket_of.end(), 0U);
  std::vector<Row> all(table.bucket_of);
  const Sides left{0};
  const Sides right{1};
  Random random = Random::seeded(test::first_seed());
  EXPECT_EQ(attack_links(LinkAttack(table, left, right, {}), persons, all, random, 2, {}).successes,
            rows);
  std::fill(table.bucket_of.begin(), table.bucket_of.end(), 0U);
  table.buckets = 1;
  table.columns = 2;
  table.attributes[1].column = 1;
  const LinkAttack apart(table, left, right, {});
  LinkAttack::Memory memory;
  for (const Row person : all)
    EXPECT_DOUBLE_EQ(apart.success(persons, person, memory), 1.0 / rows);
}

}  // namespace
}  // namespace microdata
