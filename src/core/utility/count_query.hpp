#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/utility/value_set.hpp"

namespace microdata {

// Count queries by which the GNF paper measures utility (section 6.1, after Xiao and Tao, VLDB
// 2006). Each counts the tuples with values in given sets. The error of the count estimated from
// the release is relative to the true count.

struct CountQueryOptions {
  // Number of attributes in a query, drawn without repetition.
  std::size_t dimension = 3;
  // The paper's "value percentage" p, above 0 and at most 1: the share of an attribute's values in
  // a set. The values are drawn one by one, not as a range. Their number is p times the number of
  // values, rounded to the nearest and at least 1. A query then counts about p to the power of the
  // dimension of all tuples.
  double selectivity = 0.4;
  std::size_t queries = 1000;
};

using CountPredicate = std::vector<ValueSet>;

struct CountQuery {
  // Sets of distinct attributes, ascending.
  CountPredicate predicate;
  // Number of tuples that meet the predicate.
  std::uint64_t count = 0;
};

// Returns the number of tuples with values in all the sets.
Row true_count(const Microdata& data, std::span<const ValueSet> predicate,
               const Progress& progress);

// Returns random queries over the given attributes. A query that counts no tuple is drawn anew,
// attributes and sets, because its relative error is not defined. The paper does not mention this
// case. If hardly any query counts a tuple, the result has fewer queries than `options` asks for:
// drawing ends after a hundred draws for each query. Requires 1 <= dimension <= attributes.size(),
// attributes with at least one value, and 0 < selectivity <= 1.
std::vector<CountQuery> random_count_queries(const Microdata& data, const AttributeSet& attributes,
                                             const CountQueryOptions& options, Random& random,
                                             const Progress& progress);

// Counts the tuples that meet each of some predicates. The overload of random_count_queries() with
// it serves data whose rows are not all in memory. There `distinct` has the number of values of
// each attribute, and each call of `count` gets as many predicates as queries are missing.
using CountAll = std::function<std::vector<std::uint64_t>(std::span<const CountPredicate>)>;
std::vector<CountQuery> random_count_queries(std::span<const Code> distinct,
                                             const AttributeSet& attributes,
                                             const CountQueryOptions& options, Random& random,
                                             const CountAll& count, const Progress& progress);

// Summary of |actual - estimate| / actual over the queries.
struct RelativeError {
  std::size_t queries = 0;
  // Mean, median and 95th percentile, all 0 without queries. The median of an even number of errors
  // is the mean of the middle two. At least 95% of the errors are at most p95, which is one of the
  // errors.
  double mean = 0;
  double median = 0;
  double p95 = 0;
};

using CountEstimate = std::function<double(std::span<const ValueSet>)>;

RelativeError relative_error(std::span<const CountQuery> queries, const CountEstimate& estimate,
                             const Progress& progress);

// Returns the errors of estimates that are already known, one for each query.
RelativeError relative_error(std::span<const CountQuery> queries,
                             std::span<const double> estimates);

}  // namespace microdata
