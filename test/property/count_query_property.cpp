#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <set>

#include "core/utility/count_query.hpp"
#include "property/random_table.hpp"

// Compares random count queries with counting row by row, and their errors with the definition.

namespace microdata {
namespace {

using test::Choices;

Row counted(const Microdata& data, std::span<const ValueSet> predicate) {
  Row count = 0;
  for (Row row = 0; row < data.rows; ++row) {
    bool meets = true;
    for (const ValueSet& set : predicate)
      meets = meets && set.contains[data.columns[set.attribute][row]];
    count += meets ? 1 : 0;
  }
  return count;
}

// Returns the smallest error that at least `percent` of a hundred errors do not exceed.
double percentile(const std::vector<double>& errors, double percent) {
  double best = *std::max_element(errors.begin(), errors.end());
  for (const double one : errors) {
    const auto within =
        std::count_if(errors.begin(), errors.end(), [&](double e) { return e <= one; });
    if (static_cast<double>(within) * 100 >= percent * static_cast<double>(errors.size()))
      best = std::min(best, one);
  }
  return best;
}

void check_errors(const std::vector<CountQuery>& queries) {
  // The estimate is wrong and always the same for the same predicate.
  const auto estimate = [](std::span<const ValueSet> predicate) {
    double sum = 0;
    for (const ValueSet& set : predicate)
      sum += static_cast<double>(set.attribute) +
             static_cast<double>(std::count(set.contains.begin(), set.contains.end(), true));
    return sum;
  };
  const RelativeError error = relative_error(queries, estimate, {});
  ASSERT_EQ(error.queries, queries.size());
  if (queries.empty()) return;
  std::vector<double> errors;
  for (const CountQuery& query : queries)
    errors.push_back(std::abs(static_cast<double>(query.count) - estimate(query.predicate)) /
                     static_cast<double>(query.count));
  double sum = 0;
  for (const double one : errors)
    sum += one;
  EXPECT_NEAR(error.mean, sum / static_cast<double>(errors.size()), 1e-9);
  EXPECT_EQ(error.p95, percentile(errors, 95));
  // The numbers of errors above and below the median are equal.
  const auto below =
      std::count_if(errors.begin(), errors.end(), [&](double e) { return e < error.median; });
  const auto above =
      std::count_if(errors.begin(), errors.end(), [&](double e) { return e > error.median; });
  EXPECT_LE(2 * std::max(below, above), static_cast<std::ptrdiff_t>(errors.size()));
}

void check(std::uint64_t seed) {
  SCOPED_TRACE("MICRODATA_SEED=" + std::to_string(seed));
  Choices choices(seed);
  const Microdata data = test::random_table(choices, {.most_values = 9});
  AttributeSet attributes(data.attributes.size());
  std::iota(attributes.begin(), attributes.end(), 0);
  if (choices.one_in(3)) attributes.erase(attributes.begin());
  CountQueryOptions options;
  options.dimension =
      static_cast<std::size_t>(choices.between(1, static_cast<int>(attributes.size())));
  options.selectivity = choices.one_in(5) ? 1 : choices.real() + 1e-6;
  options.queries = static_cast<std::size_t>(choices.between(0, 30));
  Random random = Random::seeded(seed);
  const auto queries = random_count_queries(data, attributes, options, random, {});
  EXPECT_LE(queries.size(), options.queries);
  if (options.selectivity == 1) {
    EXPECT_EQ(queries.size(), options.queries);
  }
  for (const CountQuery& query : queries) {
    EXPECT_GT(query.count, 0U);
    EXPECT_EQ(query.count, counted(data, query.predicate));
    EXPECT_EQ(query.count, true_count(data, query.predicate, {}));
    ASSERT_EQ(query.predicate.size(), options.dimension);
    std::set<std::size_t> asked;
    for (const ValueSet& set : query.predicate) {
      asked.insert(set.attribute);
      ASSERT_TRUE(std::binary_search(attributes.begin(), attributes.end(), set.attribute));
      const Code domain = data.attributes[set.attribute].distinct;
      ASSERT_EQ(set.contains.size(), domain);
      const auto size = std::count(set.contains.begin(), set.contains.end(), true);
      EXPECT_GE(size, 1);
      if (size > 1) {
        EXPECT_LE(std::abs(static_cast<double>(size) - domain * options.selectivity), 0.5);
      }
    }
    EXPECT_EQ(asked.size(), options.dimension);
  }
  check_errors(queries);
  Random again = Random::seeded(seed);
  const auto same = random_count_queries(data, attributes, options, again, {});
  ASSERT_EQ(same.size(), queries.size());
  for (std::size_t i = 0; i < same.size(); ++i)
    EXPECT_EQ(same[i].count, queries[i].count);
}

TEST(CountQueryProperty, CountsAreTrueAndSetsOfTheirSize) {
  const std::uint64_t first = test::first_seed();
  for (std::uint64_t seed = first; seed < first + 500 && !HasFailure(); ++seed)
    check(seed);
}

}  // namespace
}  // namespace microdata
