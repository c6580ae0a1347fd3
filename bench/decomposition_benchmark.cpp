#include <benchmark/benchmark.h>
#include <map>
#include <numeric>
#include <random>
#include <string>

#include "core/gnf/decomposition.hpp"
#include "core/gnf/functional_dependency.hpp"
#include "core/gnf/multi_sensitive.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/utility/count_estimate.hpp"
#include "core/utility/distribution_model.hpp"
#include "texas_like.hpp"

// Benchmarks of decompositions at the size of the GNF paper's data of Texas.

namespace microdata {
namespace {

const Microdata& table(Row rows) {
  static std::map<Row, Microdata> tables;
  const auto found = tables.find(rows);
  return found != tables.end() ? found->second
                               : tables.emplace(rows, texas_like(rows)).first->second;
}

constexpr std::uint32_t l = 10;

std::vector<PrivacyRule> rules_of(const Microdata& data, std::size_t count, std::int64_t seed) {
  return random_rules(data, {count, 3, l}, static_cast<std::uint64_t>(seed));
}

std::string shape_of(const std::vector<Part>& parts) {
  std::string shape;
  for (const Part& part : parts)
    shape += std::to_string(part.attributes.size()) + (part.enforced ? "r " : " ");
  return shape;
}

void report(benchmark::State& state, const Microdata& data, const std::vector<Part>& parts,
            const Bucketize& bucketize) {
  const std::vector<PublishedPart> as_published = published(parts, bucketize);
  const Divergence divergence = kl_divergence(data, texas_attributes(), as_published, {});
  state.counters["kl"] = divergence.nats;
  state.counters["fitting"] = static_cast<double>(divergence.fitting);
  state.SetLabel(shape_of(parts));
}

// Measures the plan and the buckets, which is all that UAD does except for reading and writing.
void uad(benchmark::State& state) {
  const Microdata& data = table(static_cast<Row>(state.range(0)));
  const auto rules = rules_of(data, 9, state.range(1));
  std::vector<Part> parts;
  for (auto _ : state) {
    parts = utility_aware_decomposition(texas_attributes(), rules);
    benchmark::DoNotOptimize(published(parts, anatomy_of(data, l)));
  }
  report(state, data, parts, anatomy_of(data, l));
}

void gd(benchmark::State& state) {
  const Microdata& data = table(static_cast<Row>(state.range(0)));
  const auto rules = rules_of(data, 9, state.range(1));
  AddedBack result;
  for (auto _ : state) {
    result =
        add_back(data, texas_attributes(), rules,
                 guardian_decomposition(texas_attributes(), rules, {}), anatomy_of(data, l), {});
  }
  report(state, data, result.parts, anatomy_of(data, l));
  state.counters["added"] = static_cast<double>(result.added);
  state.counters["computed"] = static_cast<double>(result.computed);
}

void single_attribute(benchmark::State& state) {
  const Microdata& data = table(static_cast<Row>(state.range(0)));
  std::vector<Part> parts;
  for (auto _ : state)
    parts = single_attribute_decomposition(texas_attributes());
  report(state, data, parts, anatomy_of(data, l));
}

// Arguments: rows, seed and number of rules. `smallest` is the
// size of groups that are as small as possible. The optimality gap is the excess of `size`, the
// mean over the groups' tuples, above `smallest`. The number of published rows is optimal.
void multi_sa(benchmark::State& state) {
  const Microdata& data = table(static_cast<Row>(state.range(0)));
  const auto rules = rules_of(data, static_cast<std::size_t>(state.range(2)), state.range(1));
  const AttributeSet sensitive = sensitive_attributes(rules);
  std::vector<Row> rows(data.rows);
  std::iota(rows.begin(), rows.end(), Row{0});
  MultiSensitiveGroups found;
  for (auto _ : state) {
    found =
        multi_sensitive_groups(data, sensitive, std::vector<double>(sensitive.size(), l), rows, {});
  }
  BucketedAttributes bucketed{sensitive, std::vector<std::uint32_t>(data.rows, no_bucket)};
  for (std::size_t b = 0; b < found.groups.buckets(); ++b) {
    for (const Row row : found.groups.bucket(b))
      bucketed.bucket_of_row[row] = static_cast<std::uint32_t>(b);
  }
  const std::vector<PublishedPart> part{
      {texas_attributes(), std::make_shared<const BucketedAttributes>(std::move(bucketed))}};
  state.counters["kl"] = kl_divergence(data, texas_attributes(), part, {}).nats;
  state.counters["sensitive"] = static_cast<double>(sensitive.size());
  state.counters["published"] = static_cast<double>(found.groups.rows.size());
  state.counters["size"] = found.groups.rows.empty() ? 0 : mean_bucket_size(found.groups);
  state.counters["smallest"] = found.smallest_possible;
}

void divergence(benchmark::State& state) {
  const Microdata& data = table(static_cast<Row>(state.range(0)));
  const auto rules = rules_of(data, 9, 1);
  const Bucketize bucketize = anatomy_of(data, l);
  const auto parts = published(utility_aware_decomposition(texas_attributes(), rules), bucketize);
  for (auto _ : state)
    benchmark::DoNotOptimize(kl_divergence(data, texas_attributes(), parts, {}));
}

// Measures a count over four attributes, with two fifths of the values of each.
void count(benchmark::State& state) {
  const Microdata& data = table(static_cast<Row>(state.range(0)));
  const auto rules = rules_of(data, 9, 1);
  const auto parts =
      published(utility_aware_decomposition(texas_attributes(), rules), anatomy_of(data, l));
  const CountEstimator estimator(data, parts, {});
  std::mt19937_64 engine(5);
  for (auto _ : state) {
    std::vector<ValueSet> predicate;
    for (const std::size_t a :
         {engine() % 4, 4 + engine() % 4, 8 + engine() % 4, 12 + engine() % 4}) {
      ValueSet set{a, {}};
      for (Code code = 0; code < data.attributes[a].distinct; ++code)
        set.contains.push_back(engine() % 5 < 2);
      predicate.push_back(std::move(set));
    }
    benchmark::DoNotOptimize(estimator.estimate(predicate, {}));
  }
}

void dependencies(benchmark::State& state) {
  const Microdata& data = table(static_cast<Row>(state.range(0)));
  AttributeSet attributes = texas_attributes();
  attributes.resize(15);
  std::size_t found = 0;
  for (auto _ : state)
    found = functional_dependencies(data, attributes, 2, {}).size();
  state.counters["found"] = static_cast<double>(found);
}

BENCHMARK(uad)
    ->ArgsProduct({{texas_rows}, {1, 2, 3, 4, 5, 6, 7, 8}})
    ->Args({2 * texas_rows, 1})
    ->Args({4 * texas_rows, 1})
    ->Args({8 * texas_rows, 1})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(gd)
    ->ArgsProduct({{texas_rows}, {1, 2, 3, 4, 5, 6, 7, 8}})
    ->UseRealTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(multi_sa)
    ->ArgNames({"rows", "seed", "rules"})
    ->ArgsProduct({{texas_rows}, {1, 2, 3, 4, 5, 6, 7, 8}, {9}})
    ->ArgsProduct({{texas_rows}, {1, 2, 3}, {1, 2, 3}})
    ->UseRealTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(single_attribute)->Arg(texas_rows)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(divergence)->Arg(texas_rows)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(count)->Arg(texas_rows)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(dependencies)
    ->Arg(texas_rows)
    ->Arg(1'000'000)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace microdata
