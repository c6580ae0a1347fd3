#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>

#include "core/slicing/slicing.hpp"
#include "property/linking_oracle.hpp"
#include "property/oracle.hpp"
#include "property/random_table.hpp"

// Tests of the disclosure by the shuffle itself, on small tables, with all linkings.

namespace microdata {
namespace {

using test::Choices;

struct Release {
  oracle::Table table;
  oracle::Slicing slicing;
  double l = 1;
};

// Makes a release of a random table in buckets of at most four rows; returns false if there is
// none.
bool random_release(Choices& choices, std::uint64_t seed, DiversityCheckScope check,
                    Release& release) {
  const Microdata data = test::random_table(
      choices,
      {.most_rows = 8, .most_attributes = 4, .most_values = 3, .insensitive = choices.one_in(6)});
  SlicingOptions options;
  options.groups = test::random_partition(choices, data);
  if (options.groups.size() > 3) return false;
  options.columns = options.groups.size();
  options.l = release.l = choices.of(std::vector<double>{1.25, 1.5, 2, 2.5});
  options.check = check;
  Random random = Random::seeded(seed);
  try {
    const Slicing sliced = slice(data, options, random, {});
    release.table = test::oracle_table(data);
    release.slicing = test::oracle_columns(data, sliced.columns);
    for (std::size_t b = 0; b < sliced.buckets.buckets(); ++b) {
      const auto bucket = sliced.buckets.bucket(b);
      if (bucket.size() > 4) return false;
      release.slicing.buckets.emplace_back(bucket.begin(), bucket.end());
    }
    return true;
  } catch (const Infeasible&) {
    return false;
  }
}

// The formulas of both averages agree with the shuffle, whatever the buckets.
TEST(LinkingProperty, AveragesAreThoseOfThePermutation) {
  int several = 0;
  test::for_cases(1000, [&](Choices& choices, std::uint64_t) {
    const Microdata data = test::random_table(
        choices, {.most_rows = 8, .most_attributes = 4, .most_values = 3, .insensitive = true});
    const AttributePartition columns = test::random_partition(choices, data);
    if (columns.size() > 3) return;
    const oracle::Table table = test::oracle_table(data);
    oracle::Slicing slicing = test::oracle_columns(data, columns);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      if (slicing.buckets.empty() || slicing.buckets.back().size() == 4 || choices.one_in(3)) {
        slicing.buckets.emplace_back();
      }
      slicing.buckets.back().push_back(row);
    }
    several += slicing.buckets.size() > 1 ? 1 : 0;
    const std::size_t s = slicing.sensitive.front();
    for (std::size_t t = 0; t < table.rows.size(); ++t) {
      const oracle::Beliefs beliefs = oracle::beliefs(table, slicing, t, s);
      EXPECT_NEAR(beliefs.buckets, oracle::max_probability(table, slicing, t, s), 1e-12);
      EXPECT_NEAR(beliefs.rows, oracle::max_counted_probability(table, slicing, t, s), 1e-12);
    }
  });
  EXPECT_GT(several, test::expected_of(300));
}

// The exact check bounds the beliefs of both attackers.
TEST(LinkingProperty, ExactReleasesHoldByEnumeration) {
  int released = 0;
  int small = 0;
  test::for_cases(6000, [&](Choices& choices, std::uint64_t seed) {
    Release release;
    if (!random_release(choices, seed, DiversityCheckScope::exact, release)) return;
    ++released;
    for (const auto& bucket : release.slicing.buckets)
      small += static_cast<double>(bucket.size()) < release.l ? 1 : 0;
    for (std::size_t t = 0; t < release.table.rows.size(); ++t) {
      const oracle::Beliefs beliefs =
          oracle::beliefs(release.table, release.slicing, t, release.slicing.sensitive.front());
      EXPECT_LE(beliefs.buckets * release.l, 1 + 1e-9);
      EXPECT_LE(beliefs.rows * release.l, 1 + 1e-9);
    }
  });
  EXPECT_GT(released, test::expected_of(300));
  EXPECT_GT(small, test::expected_of(100));
}

// If every bucket is diverse, knowledge of all quasi-identifiers does not help the attacker.
TEST(LinkingProperty, BucketReleasesWithstandTheCensus) {
  int released = 0;
  test::for_cases(6000, [&](Choices& choices, std::uint64_t seed) {
    Release release;
    if (!random_release(choices, seed, DiversityCheckScope::bucket, release)) return;
    ++released;
    for (std::size_t t = 0; t < release.table.rows.size(); ++t) {
      const oracle::Beliefs beliefs =
          oracle::beliefs(release.table, release.slicing, t, release.slicing.sensitive.front());
      EXPECT_LE(beliefs.census * release.l, 1 + 1e-9);
      EXPECT_LE(beliefs.rows * release.l, 1 + 1e-9);
    }
  });
  EXPECT_GT(released, test::expected_of(300));
}

// An exact release has no guarantee against the census. An attacker who knows where other people
// cannot be learns more about a person's place.
TEST(LinkingProperty, ExactReleasesMayFailTheCensus) {
  int released = 0;
  double persons = 0;
  double above = 0;
  double largest = 0;
  // The tables are always the same, because few tables are so small and uneven.
  for (std::uint64_t seed = 1; seed <= 20000; ++seed) {
    Choices choices(seed);
    Release release;
    if (!random_release(choices, seed, DiversityCheckScope::exact, release)) continue;
    ++released;
    for (std::size_t t = 0; t < release.table.rows.size(); ++t) {
      const double p = release.l * oracle::beliefs(release.table, release.slicing, t,
                                                   release.slicing.sensitive.front())
                                       .census;
      persons += 1;
      above += p > 1 + 1e-9 ? 1 : 0;
      largest = std::max(largest, p);
    }
  }
  std::cout << "census, exact check: " << released << " releases, " << 100 * above / persons
            << "% of persons above 1/l, at most " << largest << " times\n";
  EXPECT_GT(released, test::expected_of(300));
  EXPECT_GT(above, test::expected_of(0));
}

}  // namespace
}  // namespace microdata
