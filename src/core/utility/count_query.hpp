#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/utility/value_set.hpp"

namespace microdata {

// The workload of counts by which the GNF paper measures utility (section 6.1, after Xiao and Tao,
// VLDB 2006): COUNT(*) of the tuples with values in given sets, the same asked of what was
// published, and the error of that, relative to the true count.

struct CountQueryOptions {
  // Attributes asked for together, drawn without repetition.
  std::size_t dimension = 3;
  // The paper's "value percentage" p, above 0 and at most 1: the share of its attribute's values
  // that a set has. These are drawn one by one, not as a range; their number is that of the values
  // times p, rounded to the nearest, and at least 1. Of all tuples the query then counts about
  // p to the power of the dimension.
  double selectivity = 0.4;
  std::size_t queries = 1000;
};

using CountPredicate = std::vector<ValueSet>;

struct CountQuery {
  // Of distinct attributes, ascending.
  CountPredicate predicate;
  // Tuples that meet it.
  std::uint64_t count = 0;
};

// How many tuples have values in all the sets.
Row true_count(const Microdata& data, std::span<const ValueSet> predicate,
               const Progress& progress);

// Random queries over the given attributes. The relative error of a count of 0 is not defined, and
// the paper does not say what it does then: such a query is drawn anew, attributes and sets.
// Where hardly any query counts anything, the result has fewer than asked for: it ends with the
// hundredth draw for each query. Requires 1 <= dimension <= attributes.size(), attributes with
// at least one value, and 0 < selectivity <= 1.
std::vector<CountQuery> random_count_queries(const Microdata& data, const AttributeSet& attributes,
                                             const CountQueryOptions& options, Random& random,
                                             const Progress& progress);

// The same queries where counting is a pass over rows that are not all in memory: `distinct` has
// the number of values of each attribute, and `count` says how many tuples meet each of some
// predicates. As many are drawn at a time as are missing.
using CountAll = std::function<std::vector<std::uint64_t>(std::span<const CountPredicate>)>;
std::vector<CountQuery> random_count_queries(std::span<const Code> distinct,
                                             const AttributeSet& attributes,
                                             const CountQueryOptions& options, Random& random,
                                             const CountAll& count, const Progress& progress);

// |actual - estimate| / actual, over the queries.
struct RelativeError {
  std::size_t queries = 0;
  // All 0 without queries. The median of an even number is the mean of the middle two; 95% of the
  // errors are at most p95, which is one of them.
  double mean = 0;
  double median = 0;
  double p95 = 0;
};

using CountEstimate = std::function<double(std::span<const ValueSet>)>;

RelativeError relative_error(std::span<const CountQuery> queries, const CountEstimate& estimate,
                             const Progress& progress);

// The same where an estimate of each query is known.
RelativeError relative_error(std::span<const CountQuery> queries,
                             std::span<const double> estimates);

}  // namespace microdata
