#include "core/utility/count_query.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

namespace microdata {
namespace {

// Returns the attributes of Adult in section 6.1, with every value equally frequent.
Microdata uniform_table() {
  Microdata data;
  data.rows = 4 * 7 * 12 * 15;
  for (const Code distinct : {6U, 7U, 7U, 3U, 2U, 2U, 2U}) {
    Attribute& attribute = data.attributes.emplace_back();
    attribute.distinct = distinct;
    std::vector<Code>& codes = data.columns.emplace_back();
    for (Row row = 0; row < data.rows; ++row)
      codes.push_back(row % distinct);
  }
  return data;
}

AttributeSet all_of(const Microdata& data) {
  AttributeSet attributes(data.attributes.size());
  std::iota(attributes.begin(), attributes.end(), 0);
  return attributes;
}

TEST(CountQueries, HaveSectionSixPointOnesSizes) {
  const Microdata data = uniform_table();
  Random random = Random::seeded(1);
  const auto queries = random_count_queries(data, all_of(data), {}, random, {});
  ASSERT_EQ(queries.size(), 1000U);
  const std::vector<std::ptrdiff_t> sizes{2, 3, 3, 1, 1, 1, 1};
  std::vector<int> asked(data.attributes.size());
  std::vector<int> first_value(data.attributes.size());
  for (const CountQuery& query : queries) {
    ASSERT_EQ(query.predicate.size(), 3U);
    for (const ValueSet& set : query.predicate) {
      EXPECT_EQ(std::count(set.contains.begin(), set.contains.end(), true), sizes[set.attribute]);
      ++asked[set.attribute];
      first_value[set.attribute] += set.contains.front() ? 1 : 0;
    }
  }
  // Each attribute is in three of seven queries on average, and each value is in the set with the
  // set's share. The tolerances are more than six standard deviations.
  for (std::size_t a = 0; a < asked.size(); ++a) {
    EXPECT_NEAR(asked[a], 1000.0 * 3 / 7, 100);
    const double share = static_cast<double>(sizes[a]) / data.attributes[a].distinct;
    EXPECT_NEAR(first_value[a], share * asked[a], 70) << a;
  }
}

TEST(CountQueries, GiveUpWhereNothingIsCounted) {
  // The only row has one of 1,000^3 combinations, so that queries of one value per attribute count
  // no row.
  Microdata data;
  data.rows = 1;
  data.attributes.resize(3);
  for (Attribute& attribute : data.attributes)
    attribute.distinct = 1000;
  data.columns.assign(3, {17});
  Random random = Random::seeded(1);
  EXPECT_TRUE(random_count_queries(data, {0, 1, 2}, {3, 0.001, 5}, random, {}).empty());
  EXPECT_EQ(random_count_queries(data, {0, 1, 2}, {3, 1, 5}, random, {}).size(), 5U);
}

TEST(RelativeError, IsSummarized) {
  std::vector<CountQuery> queries;
  for (Row count = 1; count <= 40; ++count)
    queries.push_back({{ValueSet{count, {}}}, 100});
  // Errors are 0.01 to 0.40, alternately above and below.
  const auto estimate = [](std::span<const ValueSet> predicate) {
    const auto off = static_cast<double>(predicate.front().attribute);
    return predicate.front().attribute % 2 == 0 ? 100 + off : 100 - off;
  };
  const RelativeError error = relative_error(queries, estimate, {});
  EXPECT_EQ(error.queries, 40U);
  EXPECT_NEAR(error.mean, 0.205, 1e-12);
  EXPECT_NEAR(error.median, 0.205, 1e-12);
  EXPECT_NEAR(error.p95, 0.38, 1e-12);
  queries.resize(3);
  EXPECT_NEAR(relative_error(queries, estimate, {}).median, 0.02, 1e-12);
  EXPECT_NEAR(relative_error(queries, estimate, {}).p95, 0.03, 1e-12);
  EXPECT_EQ(relative_error({}, estimate, {}).queries, 0U);
}

}  // namespace
}  // namespace microdata
