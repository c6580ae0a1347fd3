// Benchmarks of fragmentation without a server: the plan and the whole publication, by the shape of
// the table. A random shuffle of the table's rows serves as comparison. scripts/bench measures the
// decisive times.
#include <benchmark/benchmark.h>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "core/fragmentation/fragmentation.hpp"
#include "core/risk/fragment_joins.hpp"

namespace microdata {
namespace {

// Returns numbers of `distinct` values in blocks of correlated attributes, and a class of `classes`
// values that partly depends on the first attribute.
Microdata correlated(Row rows, std::size_t features, Code distinct, Code classes) {
  constexpr std::size_t block = 5;
  Random random = Random::seeded(1);
  Microdata data;
  data.rows = rows;
  data.attributes.resize(features + 1);
  data.columns.resize(features + 1);
  for (std::size_t a = 0; a <= features; ++a) {
    Attribute& attribute = data.attributes[a];
    attribute.name = "a" + std::to_string(a);
    attribute.distinct = a < features ? distinct : classes;
    if (a < features) {
      attribute.projection.resize(distinct);
      std::iota(attribute.projection.begin(), attribute.projection.end(), 0.0);
    } else {
      attribute.role = Role::insensitive;
    }
    std::vector<Code>& column = data.columns[a];
    column.resize(rows);
    for (Row row = 0; row < rows; ++row) {
      if (a == features) {
        // The class is skewed, and lower if the first attribute is lower.
        const std::uint32_t u = random.below(1000) * (500 + data.columns[0][row] * 500 / distinct);
        const double share = u / 1e6;
        column[row] = static_cast<Code>(share * share * classes);
      } else if (a % block == 0) {
        column[row] = random.below(distinct);
      } else {
        const Code noise = random.below(distinct / 4 + 1);
        column[row] = (data.columns[a - a % block][row] + noise) % distinct;
      }
    }
  }
  return data;
}

void plan(benchmark::State& state) {
  const Microdata data = correlated(static_cast<Row>(state.range(0)),
                                    static_cast<std::size_t>(state.range(1)), 100, 2);
  FragmentPlan result;
  for (auto _ : state) {
    Random random = Random::seeded(2);
    result = plan_fragments(data, data.attributes.size() - 1, 2, {}, 2, random, {});
  }
  state.counters["error"] = result.error;
}

void publish(benchmark::State& state, Enforcement enforcement) {
  const Microdata data =
      correlated(static_cast<Row>(state.range(0)), static_cast<std::size_t>(state.range(1)) - 1,
                 100, static_cast<Code>(state.range(2)));
  FragmentationOptions options;
  options.class_attribute = data.attributes.size() - 1;
  options.fragments = static_cast<std::size_t>(state.range(3));
  options.k = 10;
  options.enforcement = enforcement;
  options.threads = 2;
  Fragmentation result;
  for (auto _ : state) {
    Random random = Random::seeded(2);
    result = fragment(data, options, random, {});
  }
  state.counters["changed"] = result.changed();
  state.counters["loss"] = result.fragments.front().loss.mean;
  state.counters["classes"] = static_cast<double>(result.fragments.front().classes.buckets());
}

// Publishes with distinct 2-diversity of the class.
void publish_diverse(benchmark::State& state) {
  Microdata data =
      correlated(static_cast<Row>(state.range(0)), static_cast<std::size_t>(state.range(1)) - 1,
                 100, static_cast<Code>(state.range(2)));
  data.attributes.back().role = Role::sensitive;
  FragmentationOptions options;
  options.class_attribute = data.attributes.size() - 1;
  options.k = 10;
  options.l = 2;
  options.threads = 2;
  Fragmentation result;
  for (auto _ : state) {
    Random random = Random::seeded(2);
    result = fragment(data, options, random, {});
  }
  state.counters["loss"] = result.fragments.front().loss.mean;
  state.counters["classes"] = static_cast<double>(result.fragments.front().classes.buckets());
}

// Measures the time of verification: finding the smallest join from the rows alone.
void verify(benchmark::State& state) {
  const Microdata data =
      correlated(static_cast<Row>(state.range(0)), static_cast<std::size_t>(state.range(1)) - 1,
                 100, static_cast<Code>(state.range(2)));
  FragmentationOptions options;
  options.class_attribute = data.attributes.size() - 1;
  options.fragments = static_cast<std::size_t>(state.range(3));
  options.k = 10;
  options.threads = 2;
  Random random = Random::seeded(2);
  const Fragmentation release = fragment(data, options, random, {});
  std::vector<FragmentView> views;
  for (const PublishedFragment& fragment : release.fragments) {
    FragmentView& view = views.emplace_back();
    view.classes = static_cast<std::uint32_t>(fragment.classes.buckets());
    for (std::uint32_t c = 0; c < view.classes; ++c) {
      for (const Row row : fragment.classes.bucket(c)) {
        view.class_of_row.push_back(c);
        view.class_values.push_back(fragment.class_values[row]);
      }
    }
  }
  FragmentJoins joins;
  for (auto _ : state)
    joins = measure_fragment_joins(views, options.k, {});
  state.counters["smallest"] = static_cast<double>(joins.smallest_join);
  state.counters["cursory"] = joins.cursory ? 1 : 0;
}

// Measures copying the rows of the table, with all of their codes, in random order.
void shuffle(benchmark::State& state) {
  const Microdata data = correlated(static_cast<Row>(state.range(0)),
                                    static_cast<std::size_t>(state.range(1)) - 1, 100, 2);
  for (auto _ : state) {
    Random random = Random::seeded(2);
    std::vector<Row> order(data.rows);
    std::iota(order.begin(), order.end(), 0U);
    random.shuffle(std::span(order));
    std::vector<std::vector<Code>> columns;
    for (const std::vector<Code>& column : data.columns) {
      std::vector<Code>& shuffled = columns.emplace_back();
      shuffled.reserve(order.size());
      for (const Row row : order)
        shuffled.push_back(column[row]);
    }
    benchmark::DoNotOptimize(columns);
  }
}

#define MICRODATA_SHAPES(...) \
  BENCHMARK(__VA_ARGS__)->MeasureProcessCPUTime()->UseRealTime()->Unit(benchmark::kMillisecond)

BENCHMARK(publish_diverse)
    ->Args({1'000'000, 15, 2})
    ->Args({1'000'000, 15, 12})
    ->Args({7'000, 160, 2})
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(verify)
    ->Args({1'000'000, 15, 2, 2})
    ->Args({1'000'000, 15, 5, 2})
    ->Args({1'000'000, 15, 5, 4})
    ->Args({1'000'000, 15, 12, 2})
    ->Args({1'000'000, 15, 200, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

#define MICRODATA_PUBLISH(...)            \
  BENCHMARK_CAPTURE(publish, __VA_ARGS__) \
      ->Args({250'000, 15, 2, 2})         \
      ->Args({500'000, 15, 2, 2})         \
      ->Args({1'000'000, 15, 2, 2})       \
      ->Args({1'000'000, 15, 5, 2})       \
      ->Args({1'000'000, 15, 12, 2})      \
      ->Args({1'000'000, 15, 200, 2})     \
      ->Args({1'000'000, 15, 5, 4})       \
      ->Args({7'000, 160, 2, 2})          \
      ->Args({7'000, 160, 5, 4})          \
      ->MeasureProcessCPUTime()           \
      ->UseRealTime()                     \
      ->Unit(benchmark::kMillisecond)

MICRODATA_SHAPES(shuffle)->Args({1'000'000, 15});
MICRODATA_SHAPES(plan)->Args({1'000'000, 50})->Args({7'000, 160});
MICRODATA_PUBLISH(naive, Enforcement::naive);
MICRODATA_PUBLISH(dependency_graph, Enforcement::dependency_graph);
MICRODATA_PUBLISH(delta_selectivity, Enforcement::delta_selectivity);

}  // namespace
}  // namespace microdata
