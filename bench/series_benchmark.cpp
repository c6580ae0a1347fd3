// Benchmark of an edition of 1,000,000 people with 5% changes after the first one. It measures the
// time that a series adds to reading and writing a table.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/series/edition.hpp"

namespace microdata {
namespace {

Code skewed(Random& random, Code distinct) {
  return std::min(random.below(distinct), random.below(distinct));
}

// Returns eight quasi-identifiers of 2 to 50,000 values, each of which follows the one before it
// half of the time.
Microdata persons(Row rows, Random& random) {
  Microdata data;
  data.rows = rows;
  for (const Code distinct : {70U, 8U, 50000U, 16U, 7U, 5U, 2U, 90U}) {
    std::vector<Code> column(rows);
    for (Row row = 0; row < rows; ++row) {
      const bool follows = !data.columns.empty() && random.below(2) == 0;
      column[row] = follows ? data.columns.back()[row] % distinct : skewed(random, distinct);
    }
    Attribute attribute;
    attribute.name = "a" + std::to_string(data.columns.size());
    attribute.distinct = distinct;
    attribute.projection.resize(distinct);
    std::iota(attribute.projection.begin(), attribute.projection.end(), 0.0);
    data.attributes.push_back(std::move(attribute));
    data.columns.push_back(std::move(column));
  }
  return data;
}

// Measures the second edition: each person has left with a probability of 1/20 and is replaced by a
// new one.
void next_edition(benchmark::State& state) {
  constexpr Code distinct = 30;
  constexpr std::uint32_t turnover = 20;
  Random random = Random::seeded(1);
  const auto rows = static_cast<Row>(state.range(0));
  const Microdata data = persons(rows, random);
  AttributeSet near_by(data.attributes.size());
  std::iota(near_by.begin(), near_by.end(), std::size_t{0});
  std::vector<Code> values(rows);
  for (Code& value : values)
    value = skewed(random, distinct);
  std::vector<std::uint32_t> remembered(rows, no_signature);
  const auto m = static_cast<std::uint32_t>(state.range(1));
  const SeriesPersons people{data, near_by, values, distinct, remembered, {}};
  const Edition first = make_edition(people, {}, {m}, random, {});
  for (std::size_t b = 0; b < first.buckets.buckets(); ++b) {
    for (const Row row : first.buckets.bucket(b))
      remembered[row] = first.signature_of[b];
  }
  for (Row row = 0; row < rows; ++row) {
    if (random.below(turnover) != 0) continue;
    remembered[row] = no_signature;
    values[row] = skewed(random, distinct);
  }
  std::size_t counterfeits = 0;
  for (auto _ : state) {
    const Edition edition = make_edition(people, first.signatures, {m}, random, {});
    counterfeits = edition.counterfeits();
  }
  state.counters["counterfeits"] = static_cast<double>(counterfeits);
  state.counters["signatures"] = static_cast<double>(first.signatures.size());
}

BENCHMARK(next_edition)->Args({1'000'000, 3})->Args({1'000'000, 10})->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace microdata
