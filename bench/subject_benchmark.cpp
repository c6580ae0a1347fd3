// Benchmarks of the core on people with several rows each, for example hospital visits.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/subject/subject_bucketization.hpp"

namespace microdata {
namespace {

struct Visits {
  Microdata data;
  Subjects subjects;
  AttributeSet of_person;
};

// Returns a fifth as many people as rows. A person has 1 to 9 rows, most people few; rows are in
// random order. Five attributes belong to people and three to rows. The two sensitive attributes
// are a diagnosis of 500 (unevenly frequent) and an insurance of 12 values. Half of the time a
// diagnosis equals that of the person's previous row.
Visits visits(Row rows) {
  Random random = Random::seeded(1);
  Visits v;
  v.data.rows = rows;
  const std::vector<Code> distinct{100, 2, 5000, 8, 16, 365, 40, 12, 500, 12};
  for (std::size_t a = 0; a < distinct.size(); ++a) {
    Attribute attribute;
    attribute.name = "a" + std::to_string(a);
    attribute.distinct = distinct[a];
    attribute.projection.resize(distinct[a]);
    std::iota(attribute.projection.begin(), attribute.projection.end(), 0.0);
    attribute.role = a < 8 ? Role::quasi_identifier : Role::sensitive;
    v.data.attributes.push_back(std::move(attribute));
    v.data.columns.emplace_back(rows);
    if (a < 5) v.of_person.push_back(a);
  }
  std::vector<Row> shuffled(rows);
  std::iota(shuffled.begin(), shuffled.end(), 0U);
  random.shuffle(std::span(shuffled));
  for (Row next = 0; next < rows;) {
    const Row of_person = std::min<Row>(rows - next, 1 + random.below(1 + random.below(17)));
    std::vector<Code> codes;
    for (Row i = 0; i < of_person; ++i, ++next) {
      for (std::size_t a = 0; a < distinct.size(); ++a) {
        const bool again = i > 0 && (a < 5 || (a == 8 && random.below(2) == 0));
        const Code below = 1 + (a == 8 ? random.below(distinct[a]) : distinct[a] - 1);
        if (i == 0) codes.resize(distinct.size());
        if (!again) codes[a] = random.below(below);
        v.data.columns[a][shuffled[next]] = codes[a];
      }
      v.subjects.rows.push_back(shuffled[next]);
    }
    v.subjects.offsets.push_back(next);
  }
  return v;
}

void report(benchmark::State& state, const Visits& v, const SubjectBucketizationOptions& options) {
  SubjectBucketization release;
  for (auto _ : state) {
    Random random = Random::seeded(2);
    release = bucketize_subjects(v.data, v.subjects, v.of_person, options, random, {});
  }
  state.counters["persons"] = static_cast<double>(v.subjects.buckets());
  state.counters["mean_bucket"] = static_cast<double>(release.buckets.rows.size()) /
                                  static_cast<double>(release.buckets.buckets());
  state.counters["weighted_bucket"] = mean_bucket_size(release.buckets);
  state.counters["rows_kept"] =
      1 - static_cast<double>(release.rows_left_out) / static_cast<double>(v.data.rows);
}

void find_subjects(benchmark::State& state) {
  Visits v = visits(static_cast<Row>(state.range(0)));
  v.data.attributes.push_back({});
  v.data.attributes.back().distinct = static_cast<Code>(v.subjects.buckets());
  std::vector<Code>& person = v.data.columns.emplace_back(v.data.rows);
  for (std::size_t p = 0; p < v.subjects.buckets(); ++p) {
    for (const Row row : v.subjects.bucket(p))
      person[row] = static_cast<Code>(p);
  }
  for (auto _ : state) {
    const Subjects subjects = subjects_of(v.data, {v.data.attributes.size() - 1}, {});
    for (std::size_t a = 0; a < 10; ++a)
      benchmark::DoNotOptimize(persons_with_several_values(v.data, subjects, a, {}));
  }
}

void bucketize_persons(benchmark::State& state, bool near) {
  Visits v = visits(static_cast<Row>(state.range(0)));
  SubjectBucketizationOptions options;
  options.l = static_cast<double>(state.range(1));
  options.near_persons = near;
  options.threads = 2;
  v.data.attributes[9].role = Role::insensitive;
  report(state, v, options);
}

void bucketize_two_sensitive(benchmark::State& state) {
  const Visits v = visits(static_cast<Row>(state.range(0)));
  SubjectBucketizationOptions options;
  options.l = static_cast<double>(state.range(1));
  options.threads = 2;
  report(state, v, options);
}

BENCHMARK(find_subjects)->Arg(1000000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bucketize_persons, near, true)
    ->ArgsProduct({{1000000}, {2, 4, 10}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bucketize_persons, drawn, false)
    ->ArgsProduct({{1000000}, {2, 4, 10}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(bucketize_two_sensitive)->ArgsProduct({{1000000}, {2, 3}})->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace microdata
