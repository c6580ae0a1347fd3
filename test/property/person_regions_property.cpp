#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/microdata/selection.hpp"
#include "core/privacy/diversity.hpp"
#include "core/regions/share_margin.hpp"
#include "property/subject_choices.hpp"

// Tests of regions of persons with several rows: a region has all rows of its persons, and is
// published by itself.

namespace microdata {
namespace {

using test::Choices;
using test::PersonTable;

struct PersonRegion {
  PersonTable table;
  // Row of the whole table at each row.
  std::vector<Row> rows;
};

// Returns the persons below and from a value of an attribute of persons on.
std::vector<PersonRegion> two_regions(const PersonTable& whole, std::size_t attribute, Code cut) {
  std::vector<PersonRegion> regions(2);
  for (Row row = 0; row < whole.data.rows; ++row)
    regions[whole.data.columns[attribute][row] < cut ? 0 : 1].rows.push_back(row);
  for (PersonRegion& region : regions) {
    std::map<Row, Row> place;
    for (const Row row : region.rows)
      place.emplace(row, static_cast<Row>(place.size()));
    region.table.data = selected(whole.data, region.rows, {});
    region.table.of_person = whole.of_person;
    for (std::size_t p = 0; p < whole.subjects.buckets(); ++p) {
      const std::span<const Row> rows = whole.subjects.bucket(p);
      if (!place.contains(rows.front())) continue;
      for (const Row row : rows)
        region.table.subjects.rows.push_back(place.at(row));
      region.table.subjects.offsets.push_back(static_cast<Row>(region.table.subjects.rows.size()));
    }
  }
  return regions;
}

// Returns the values of each person, and gives the sensitive attributes the table's counts.
std::vector<test::PersonSets> learn_whole(PersonTable& table, const AttributeSet& sensitive) {
  std::vector<test::PersonSets> sets;
  for (const std::size_t a : sensitive) {
    test::PersonSets& of_attribute = sets.emplace_back();
    std::vector<std::uint64_t> counts(table.data.attributes[a].distinct);
    for (std::size_t p = 0; p < table.subjects.buckets(); ++p) {
      std::set<Code>& values = of_attribute.emplace_back();
      for (const Row row : table.subjects.bucket(p))
        values.insert(table.data.columns[a][row]);
      for (const Code value : values)
        ++counts[value];
    }
    table.data.attributes[a].table_counts = counts;
  }
  return sets;
}

// In each region, shares and models hold in every bucket, the latter against all persons of the
// table; together, the regions publish rows of the table, each once, and every person at most once.
TEST(PersonRegions, MeetInEachBucketWhatTheWholeMustMeet) {
  int published_regions = 0;
  int with_models = 0;
  test::for_cases(1500, [&](Choices& choices, std::uint64_t seed) {
    PersonTable whole = test::random_persons(
        choices, {.least_persons = 8, .most_persons = 40, .most_rows = 4, .most_values = 12});
    const AttributeSet sensitive = attributes_with_role(whole.data, Role::sensitive);
    const std::vector<test::PersonSets> of_table = learn_whole(whole, sensitive);
    SubjectBucketizationOptions options = test::random_subject_options(choices);
    options.suppress = 1;
    options.leave_out = 1;
    options.persons_of_table = static_cast<Row>(whole.subjects.buckets());
    const std::size_t cut_on = whole.of_person.front();
    const Code cut = static_cast<Code>(choices.between(
        1, std::max<int>(static_cast<int>(whole.data.attributes[cut_on].distinct) - 1, 1)));
    std::vector<int> times(whole.data.rows);
    std::size_t persons = 0;
    for (const PersonRegion& region : two_regions(whole, cut_on, cut)) {
      if (region.rows.empty()) continue;
      const Microdata& data = region.table.data;
      const auto release = test::try_to_bucketize(region.table, options, seed);
      if (!release) continue;
      ++published_regions;
      for (const Row row : release->published_rows.rows)
        ++times[region.rows[row]];
      persons += release->buckets.rows.size() + release->suppressed_persons;
      EXPECT_EQ(release->buckets.rows.size() + release->suppressed_persons,
                region.table.subjects.buckets());
      for (std::size_t b = 0; b < release->buckets.buckets(); ++b) {
        const std::span<const Row> members = release->buckets.bucket(b);
        EXPECT_GE(members.size(), options.k);
        for (std::size_t j = 0; j < sensitive.size(); ++j) {
          test::PersonSets group;
          std::map<Code, double> persons_with;
          for (const Row person : members) {
            std::set<Code>& values = group.emplace_back();
            for (const Row row : release->published_rows.bucket(person))
              values.insert(data.columns[sensitive[j]][row]);
            for (const Code value : values)
              persons_with[value] += 1;
          }
          for (const auto& [value, with] : persons_with) {
            EXPECT_LE(with * options.l, static_cast<double>(members.size()) * (1 + 1e-9));
          }
          for (const PrivacyModel& model : options.privacy) {
            ++with_models;
            EXPECT_TRUE(test::defined_to_hold(model, group, of_table[j],
                                              data.attributes[sensitive[j]].distinct));
          }
        }
      }
    }
    EXPECT_LE(persons, whole.subjects.buckets());
    EXPECT_TRUE(std::all_of(times.begin(), times.end(), [](int n) { return n <= 1; }));
  });
  std::cout << published_regions << " regions, " << with_models << " models in buckets\n";
  if (HasFailure()) return;
  EXPECT_GT(published_regions, test::expected_of(500));
  EXPECT_GT(with_models, test::expected_of(500));
}

// Returns the probability that more than `most` of independent events happen.
double chance_above(const std::vector<double>& chances, double most) {
  std::vector<double> of_count{1};
  for (const double chance : chances) {
    std::vector<double> next(of_count.size() + 1);
    for (std::size_t n = 0; n < of_count.size(); ++n) {
      next[n] += of_count[n] * (1 - chance);
      next[n + 1] += of_count[n] * chance;
    }
    of_count = std::move(next);
  }
  double above = 0;
  for (std::size_t n = 0; n < of_count.size(); ++n)
    above += static_cast<double>(n) > most * (1 + share_tolerance) ? of_count[n] : 0;
  return above;
}

// If the counts say that a drawn row of each person meets l, it hardly ever does not.
TEST(PersonRegions, PredictSharesOfDrawnRows) {
  int said = 0;
  int certain = 0;
  test::for_cases(2000, [&](Choices& choices, std::uint64_t) {
    const double failure = choices.of(std::vector<double>{1e-2, 1e-4, 1e-6});
    const double l = choices.of(std::vector<double>{1, 1.5, 2, 3, 4});
    const int persons = choices.between(1, 200);
    const int rare = choices.between(0, 12);
    std::vector<double> chances;
    double expected = 0;
    double any = 0;
    for (int p = 0; p < persons; ++p) {
      const int rows = choices.between(1, 6);
      int with = 0;
      for (int row = 0; row < rows; ++row)
        with += choices.between(0, rare) == 0 ? 1 : 0;
      chances.push_back(static_cast<double>(with) / rows);
      expected += chances.back();
      any += with > 0 ? 1 : 0;
    }
    if (!drawn_share_holds(expected, any, persons, l, failure)) return;
    ++said;
    const double above = chance_above(chances, persons / l);
    if (share_holds(any, persons, l)) {
      ++certain;
      EXPECT_EQ(above, 0);
    }
    EXPECT_LE(above, failure);
  });
  std::cout << said << " shares hold, " << certain << " of them for certain\n";
  if (HasFailure()) return;
  EXPECT_GT(certain, test::expected_of(100));
  EXPECT_GT(said, certain);
}

}  // namespace
}  // namespace microdata
