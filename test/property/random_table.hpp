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

// How many random tables a property is tried on. The first seed comes from the environment variable
// MICRODATA_SEED, or else from the system; every failure names the seed of its table.
std::uint64_t first_seed();

// A source of choices that is the same everywhere for the same seed.
class Choices {
 public:
  explicit Choices(std::uint64_t seed) : engine_(seed) {}

  // In low .. high.
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

// Returns how many of so many cases are tried: all of them or, where the environment variable
// MICRODATA_ONE_CASE_IN says so, one in so many, but for tests of the files that
// MICRODATA_ALL_CASES_OF names.
int tried(int cases);

// Returns how often cases must show something: so often where all of them are tried, as the plain
// program always does. Few cases may miss anything, and -1 is less than every count.
template <typename Count>
double expected_of(Count times) {
  constexpr int all = 1'000'000;
  return tried(all) == all ? static_cast<double>(times) : -1;
}

// Runs property(choices, seed) on random cases until one fails.
template <typename Property>
void for_cases(int cases, const Property& property) {
  for (int i = 0; i < tried(cases); ++i) {
    const std::uint64_t seed = first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    property(choices, seed);
    if (testing::Test::HasFailure()) break;
  }
}

struct TableShape {
  int most_rows = 24;
  int most_attributes = 5;
  int most_values = 4;
  int most_sensitive = 1;
  bool insensitive = false;
};

// At least one row and two attributes, the last ones sensitive; some skewed, some numeric.
Microdata random_table(Choices& choices, const TableShape& shape);

// Attributes put into columns at random, each column with at least one.
AttributePartition random_partition(Choices& choices, const Microdata& data);

// The same table for the oracle.
oracle::Table oracle_table(const Microdata& data);

// The attribute partition and roles for the oracle, without buckets.
oracle::Slicing oracle_columns(const Microdata& data, const AttributePartition& partition);

}  // namespace microdata::test
