#include "core/utility/count_query.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace microdata {

namespace {

// Returns `count` of the numbers 0 .. bound - 1, ascending; every choice is equally likely (Floyd).
std::vector<std::uint32_t> sample(std::uint32_t bound, std::uint32_t count, Random& random,
                                  const Progress& progress) {
  std::vector<bool> taken(bound);
  for (std::uint32_t last = bound - count; last < bound; ++last) {
    progress.checkpoint_at(last);
    const std::uint32_t one = random.below(last + 1);
    taken[taken[one] ? last : one] = true;
  }
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < bound; ++i) {
    if (taken[i]) result.push_back(i);
  }
  return result;
}

ValueSet random_set(std::size_t attribute, Code distinct, double selectivity, Random& random,
                    const Progress& progress) {
  const double share = std::round(distinct * selectivity);
  const auto size = std::clamp(static_cast<std::uint32_t>(share), std::uint32_t{1}, distinct);
  ValueSet set{attribute, std::vector<bool>(distinct)};
  for (const std::uint32_t code : sample(distinct, size, random, progress))
    set.contains[code] = true;
  return set;
}

CountPredicate random_predicate(std::span<const Code> distinct, const AttributeSet& attributes,
                                const CountQueryOptions& options, Random& random,
                                const Progress& progress) {
  CountPredicate predicate;
  for (const std::uint32_t i :
       sample(static_cast<std::uint32_t>(attributes.size()),
              static_cast<std::uint32_t>(options.dimension), random, progress)) {
    const std::size_t a = attributes[i];
    predicate.push_back(random_set(a, distinct[a], options.selectivity, random, progress));
  }
  return predicate;
}

}  // namespace

Row true_count(const Microdata& data, std::span<const ValueSet> predicate,
               const Progress& progress) {
  // The loop takes one set after another, in blocks that stay in the cache, without a branch on the
  // rows' values.
  std::vector<std::vector<std::uint8_t>> contains;
  for (const ValueSet& set : predicate)
    contains.emplace_back(set.contains.begin(), set.contains.end());
  Row count = 0;
  std::vector<std::uint8_t> meets;
  progress.in_blocks(data.rows, [&](std::size_t begin, std::size_t end) {
    meets.assign(end - begin, 1);
    for (std::size_t i = 0; i < predicate.size(); ++i) {
      const Code* codes = data.columns[predicate[i].attribute].data() + begin;
      const std::uint8_t* in_set = contains[i].data();
      for (std::size_t row = 0; row < meets.size(); ++row)
        meets[row] &= in_set[codes[row]];
    }
    count = std::accumulate(meets.begin(), meets.end(), count);
  });
  return count;
}

std::vector<CountQuery> random_count_queries(std::span<const Code> distinct,
                                             const AttributeSet& attributes,
                                             const CountQueryOptions& options, Random& random,
                                             const CountAll& count, const Progress& progress) {
  constexpr std::size_t draws_per_query = 100;
  std::vector<CountQuery> queries;
  std::size_t draws = options.queries * draws_per_query;
  while (draws > 0 && queries.size() < options.queries) {
    std::vector<CountPredicate> drawn;
    for (; draws > 0 && queries.size() + drawn.size() < options.queries; --draws)
      drawn.push_back(random_predicate(distinct, attributes, options, random, progress));
    const std::vector<std::uint64_t> counts = count(drawn);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      if (counts[i] > 0) queries.push_back({std::move(drawn[i]), counts[i]});
    }
  }
  return queries;
}

std::vector<CountQuery> random_count_queries(const Microdata& data, const AttributeSet& attributes,
                                             const CountQueryOptions& options, Random& random,
                                             const Progress& progress) {
  std::vector<Code> distinct;
  for (const Attribute& attribute : data.attributes)
    distinct.push_back(attribute.distinct);
  const auto count = [&](std::span<const CountPredicate> predicates) {
    std::vector<std::uint64_t> counts;
    for (const CountPredicate& predicate : predicates)
      counts.push_back(true_count(data, predicate, progress));
    return counts;
  };
  return random_count_queries(distinct, attributes, options, random, count, progress);
}

RelativeError relative_error(std::span<const CountQuery> queries,
                             std::span<const double> estimates) {
  std::vector<double> errors;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const auto count = static_cast<double>(queries[i].count);
    errors.push_back(std::abs(count - estimates[i]) / count);
  }
  if (errors.empty()) return {};
  std::sort(errors.begin(), errors.end());
  const std::size_t n = errors.size();
  const double sum = std::accumulate(errors.begin(), errors.end(), 0.0);
  return {n, sum / static_cast<double>(n), (errors[(n - 1) / 2] + errors[n / 2]) / 2,
          errors[(n * 95 + 99) / 100 - 1]};
}

RelativeError relative_error(std::span<const CountQuery> queries, const CountEstimate& estimate,
                             const Progress& progress) {
  std::vector<double> estimates;
  progress.expect(queries.size(), "queries");
  for (const CountQuery& query : queries) {
    progress.checkpoint();
    estimates.push_back(estimate(query.predicate));
    progress.advance();
  }
  return relative_error(queries, estimates);
}

}  // namespace microdata
