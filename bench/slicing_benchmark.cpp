// Benchmarks of the core alone, without a server, on a generated table, to see the effect of a
// change to one component. scripts/bench measures the decisive times, next to PostgreSQL's own.
#include <benchmark/benchmark.h>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/correlation/correlation.hpp"
#include "core/slicing/slicing.hpp"

namespace microdata {
namespace {

Attribute numbers(const std::string& name, Code distinct) {
  Attribute attribute;
  attribute.name = name;
  attribute.distinct = distinct;
  attribute.projection.resize(distinct);
  std::iota(attribute.projection.begin(), attribute.projection.end(), 0.0);
  return attribute;
}

// Returns twelve quasi-identifiers of 2 to 50,000 values and a sensitive attribute of twelve. Each
// quasi-identifier follows the one before it half of the time.
Microdata people(Row rows) {
  Random random = Random::seeded(1);
  Microdata data;
  data.rows = rows;
  for (const Code distinct : {70U, 8U, 50000U, 16U, 16U, 7U, 6U, 5U, 2U, 100U, 90U, 90U, 12U}) {
    std::vector<Code> column(rows);
    for (Row row = 0; row < rows; ++row) {
      const bool follows = !data.columns.empty() && random.below(2) == 0;
      column[row] = follows ? data.columns.back()[row] % distinct : random.below(distinct);
    }
    data.attributes.push_back(numbers("a" + std::to_string(data.columns.size()), distinct));
    data.columns.push_back(std::move(column));
  }
  data.attributes.back().role = Role::sensitive;
  return data;
}

void correlate(benchmark::State& state) {
  const Microdata data = people(static_cast<Row>(state.range(0)));
  AttributeSet all(data.attributes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (auto _ : state) {
    benchmark::DoNotOptimize(correlation_matrix(data, all, CorrelationMeasure::phi2, {}, 2, {}));
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void slice_with(benchmark::State& state, Grouping grouping, std::uint32_t k) {
  const Microdata data = people(static_cast<Row>(state.range(0)));
  SlicingOptions options;
  options.l = 3;
  options.grouping = grouping;
  options.k = k;
  options.threads = 2;
  std::size_t buckets = 0;
  for (auto _ : state) {
    Random random = Random::seeded(2);
    buckets = slice(data, options, random, {}).buckets.buckets();
  }
  state.counters["mean_bucket"] = static_cast<double>(data.rows) / static_cast<double>(buckets);
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK(correlate)->RangeMultiplier(10)->Range(10000, 1000000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(slice_with, relaxed, Grouping::relaxed, 1)
    ->RangeMultiplier(10)
    ->Range(10000, 1000000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(slice_with, strict, Grouping::strict, 1)
    ->RangeMultiplier(10)
    ->Range(10000, 1000000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(slice_with, generalized, Grouping::relaxed, 20)
    ->RangeMultiplier(10)
    ->Range(10000, 1000000)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace microdata
