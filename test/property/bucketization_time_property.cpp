#include <cmath>
#include <ctime>
#include <gtest/gtest.h>
#include <iostream>

#include "property/bucketization_choices.hpp"

// Tests of tables that are hard for the methods. No method may take more than moments or run long
// without a checkpoint.

// Defined if the core is linked with AddressSanitizer; the tests are compiled once for both.
extern "C" __attribute__((weak)) void __asan_init();

namespace microdata {
namespace {

using test::Choices;
using test::sensitive_table;

struct HardTable {
  const char* name;
  double l;
  std::vector<std::vector<Code>> columns;
  std::size_t least_buckets;
};

std::vector<Code> random_column(Choices& choices, Row rows, int values, double power) {
  std::vector<Code> column(rows);
  for (Code& code : column)
    code = static_cast<Code>(std::pow(choices.real(), power) * values);
  return column;
}

// Returns a column in which the value 0 has exactly the share.
std::vector<Code> column_with_share(Choices& choices, Row rows, double share, int others) {
  std::vector<Code> column = random_column(choices, rows, others, 1);
  for (Row row = 0; row < rows; ++row)
    column[row] = row < share * rows ? 0 : column[row] + 1;
  for (Row row = rows; row > 1; --row) {
    std::swap(column[row - 1],
              column[static_cast<Row>(choices.between(0, static_cast<int>(row) - 1))]);
  }
  return column;
}

constexpr Row whole = 200000;

std::vector<HardTable> hard_tables(Choices& choices, Row rows) {
  const int many = static_cast<int>(rows) / 2;
  const double part = static_cast<double>(rows) / whole;
  const auto spread = [&](int values) { return random_column(choices, rows, values, 1); };
  const auto skewed = [&](int values) { return random_column(choices, rows, values, 3); };
  const auto with_share = [&](double share, int others) {
    return column_with_share(choices, rows, share, others);
  };
  return {{"two attributes", 5, {spread(15), spread(40)}, 39990},
          {"no diversity", 1, {spread(15), spread(40)}, 200000},
          {"many values", 3, {spread(many)}, 66600},
          {"many values of both", 3, {spread(many), spread(many)}, 66600},
          {"large l", 15000.5 * part, {spread(many)}, 12},
          {"large l for both", 5000 * part, {spread(many), spread(many)}, 38},
          {"larger l for both", 15000 * part, {spread(many), spread(many)}, 12},
          {"skewed", 3, {skewed(1000), skewed(1000)}, 66000},
          {"skewed values, three attributes", 4, {skewed(100), skewed(100), skewed(100)}, 49000},
          {"at the bound", 2.5, {with_share(0.4, many)}, 39000},
          {"at a bound that is no whole number", 7.5, {with_share(0.1333, 14), spread(40)}, 13200},
          {"both at the bound", 2, {with_share(0.5, many), with_share(0.5, 10)}, 99000},
          {"just above one", 1.01, {with_share(0.99, 10)}, 1000}};
}

// Returns processor time, which does not depend on other load.
double seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

TEST(BucketizationProperty, LargeTablesTakeMoments) {
  Choices choices(test::first_seed());
  // Time is measured without sanitizers; a part of the rows suffices to detect memory errors.
  const Row rows = __asan_init != nullptr ? whole / 8 : whole;
  for (const HardTable& table : hard_tables(choices, rows)) {
    SCOPED_TRACE(table.name);
    const Microdata data = sensitive_table(table.columns);
    for (const BucketizationMethod method :
         {BucketizationMethod::anatomy, BucketizationMethod::mondrian}) {
      BucketizationOptions options;
      options.l = table.l;
      options.method = method;
      Random random = Random::seeded(test::first_seed());
      const double begin = seconds();
      double last = begin;
      double longest = 0;
      const Progress progress([&] {
        const double now = seconds();
        longest = std::max(longest, now - last);
        last = now;
      });
      const Bucketization release = bucketize(data, options, random, progress);
      std::cout << table.name << ": " << seconds() - begin << " s, " << longest
                << " s without a checkpoint, " << release.buckets.buckets() << " buckets\n";
      // The limits are far above the usual times.
      EXPECT_LT(seconds() - begin, 20);
      EXPECT_LT(longest, 1);
      if (method == BucketizationMethod::anatomy && rows == whole) {
        EXPECT_GE(release.buckets.buckets(), table.least_buckets);
      }
    }
  }
}

}  // namespace
}  // namespace microdata
