#pragma once

#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/slicing/attribute_partition.hpp"
#include "property/oracle.hpp"

namespace microdata::test {

// Returns the first seed, which is the environment variable MICRODATA_SEED or else from the system.
// Every failure names the seed of its table.
std::uint64_t first_seed();

// A source of random choices that are the same on all systems for the same seed.
class Choices {
 public:
  explicit Choices(std::uint64_t seed) : engine_(seed) {}

  // Returns a number from low to high, inclusive.
  int between(int low, int high) {
    return low + static_cast<int>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool one_in(int n) { return between(1, n) == 1; }
  double real() { return static_cast<double>(engine_() >> 11U) * 0x1p-53; }
  template <typename T>
  const T& of(const std::vector<T>& items) {
    return items[static_cast<std::size_t>(between(0, static_cast<int>(items.size()) - 1))];
  }
  std::uint64_t bits() { return engine_(); }

 private:
  std::mt19937_64 engine_;
};

template <typename T>
void shuffle(std::vector<T>& items, Choices& choices) {
  for (std::size_t i = items.size(); i > 1; --i)
    std::swap(items[i - 1],
              items[static_cast<std::size_t>(choices.between(0, static_cast<int>(i) - 1))]);
}

// Returns the number of cases to try. The number is `cases` unless the environment variable
// MICRODATA_ONE_CASE_IN reduces it. Tests of the files that MICRODATA_ALL_CASES_OF names always try
// all cases.
int tried(int cases);

// Returns the required number of observations: `times` if all cases are tried, which the plain
// program always does. A reduced number of cases might miss an observation, so that the result is
// then -1, less than every count.
template <typename Count>
double expected_of(Count times) {
  constexpr int all = 1'000'000;
  return tried(all) == all ? static_cast<double>(times) : -1;
}

// Runs property(choices, seed) on so many random cases, until one fails.
template <typename Property>
void for_all_cases(int cases, const Property& property) {
  for (int i = 0; i < cases; ++i) {
    const std::uint64_t seed = first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    property(choices, seed);
    if (testing::Test::HasFailure()) break;
  }
}

// Runs it on as many of the cases as are to be tried.
template <typename Property>
void for_cases(int cases, const Property& property) {
  for_all_cases(tried(cases), property);
}

struct TableShape {
  int most_rows = 24;
  int most_attributes = 5;
  int most_values = 4;
  int most_sensitive = 1;
  bool insensitive = false;
};

// Returns a table of at least one row and two attributes, with the sensitive ones last; some
// attributes are skewed, some numeric.
Microdata random_table(Choices& choices, const TableShape& shape);

// Distributes the attributes at random among columns, with at least one in each.
AttributePartition random_partition(Choices& choices, const Microdata& data);

// Returns the table for the oracle.
oracle::Table oracle_table(const Microdata& data);

// Returns the attribute partition and roles for the oracle, without buckets.
oracle::Slicing oracle_columns(const Microdata& data, const AttributePartition& partition);

}  // namespace microdata::test
