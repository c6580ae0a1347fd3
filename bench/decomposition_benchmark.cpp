#include <algorithm>
#include <array>
#include <benchmark/benchmark.h>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

#include "core/bucketization/anatomy.hpp"
#include "core/gnf/decomposition.hpp"
#include "core/gnf/functional_dependency.hpp"
#include "core/gnf/multi_sensitive.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/utility/count_estimate.hpp"
#include "core/utility/distribution_model.hpp"

// Versatile publishing at the size of the GNF paper's Texas data, generated: the domains of its
// Table 5(b), 177,148 rows.

namespace microdata {
namespace {

struct Column {
  const char* name;
  Code domain;
  // The attribute that it mostly goes with, and how often it does.
  int with;
  double strength;
};

// A discharge has a hidden case (one of 4,000, skewed) that the diagnoses, procedures and groups
// go with; a patient's county goes with the zip code, hospital and surgeon with the county.
constexpr int hidden = -1;
constexpr std::array<Column, 18> columns{{{"thcic", 323, 4, 0.7},
                                          {"gender", 2, hidden, 0.2},
                                          {"pat_zip", 1581, -2, 0},
                                          {"county", 241, 2, 0.97},
                                          {"pat_age", 22, hidden, 0.4},
                                          {"race", 5, 3, 0.3},
                                          {"ad_diag", 3391, hidden, 0.6},
                                          {"prn_diag", 3488, hidden, 0.9},
                                          {"diag1", 3881, 7, 0.5},
                                          {"diag2", 4193, 8, 0.3},
                                          {"diag3", 4251, 9, 0.3},
                                          {"p_icd9", 1708, hidden, 0.7},
                                          {"hcfa_mdc", 24, 14, 0.98},
                                          {"hcfa_drg", 396, hidden, 0.8},
                                          {"apr_drg", 297, 13, 0.9},
                                          {"rsk_mor", 6, 4, 0.4},
                                          {"and_md", 15000, 0, 0.8},
                                          {"surgeon", 17432, 16, 0.6}}};

// Zipf-like, by a power of a uniform number.
Code skewed(std::mt19937_64& engine, Code domain) {
  const double u = static_cast<double>(engine() >> 11U) * 0x1p-53;
  return std::min<Code>(domain - 1, static_cast<Code>(u * u * domain));
}

Microdata texas(Row rows) {
  std::mt19937_64 engine(2010);
  Microdata data;
  data.rows = rows;
  std::vector<Code> cases(rows);
  for (Code& one : cases)
    one = skewed(engine, 4000);
  data.columns.resize(columns.size());
  data.attributes.resize(columns.size());
  std::vector<bool> done(columns.size());
  const auto make = [&](std::size_t a, const auto& again) -> void {
    if (done[a]) return;
    done[a] = true;
    const Column& column = columns[a];
    if (column.with >= 0) again(static_cast<std::size_t>(column.with), again);
    data.attributes[a].name = column.name;
    data.attributes[a].distinct = column.domain;
    for (Row row = 0; row < rows; ++row) {
      const double u = static_cast<double>(engine() >> 11U) * 0x1p-53;
      const std::vector<Code>& with =
          column.with >= 0 ? data.columns[static_cast<std::size_t>(column.with)] : cases;
      // Which value goes with which is arbitrary, a few with each.
      const std::uint64_t mixed =
          (std::uint64_t{with[row]} * 3 + engine() % 3 + 1) * 0x9E3779B97F4A7C15ULL;
      const double v = static_cast<double>(mixed >> 11U) * 0x1p-53;
      data.columns[a].push_back(u < column.strength ? static_cast<Code>(v * v * column.domain)
                                                    : skewed(engine, column.domain));
    }
  };
  for (std::size_t a = 0; a < columns.size(); ++a)
    make(a, make);
  return data;
}

const Microdata& table(Row rows) {
  static std::map<Row, Microdata> tables;
  const auto found = tables.find(rows);
  return found != tables.end() ? found->second : tables.emplace(rows, texas(rows)).first->second;
}

AttributeSet all() {
  AttributeSet attributes(columns.size());
  std::iota(attributes.begin(), attributes.end(), 0);
  return attributes;
}

constexpr double l = 10;

bool is_eligible(const Microdata& data, std::size_t attribute) {
  std::vector<std::uint32_t> counts(data.attributes[attribute].distinct);
  for (const Code code : data.columns[attribute])
    ++counts[code];
  return *std::max_element(counts.begin(), counts.end()) * l <= data.rows;
}

// Irreducible, each of three attributes on the left.
std::vector<PrivacyRule> random_rules(const Microdata& data, std::size_t count,
                                      std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<PrivacyRule> rules;
  while (rules.size() < count) {
    const std::size_t sensitive = engine() % columns.size();
    if (!is_eligible(data, sensitive)) continue;
    PrivacyRule rule{{}, {sensitive}, {}};
    while (rule.known.size() < 3)
      rule.known = without(united(rule.known, {engine() % columns.size()}), rule.sensitive);
    rules.push_back(rule);
    rules = irreducible(rules);
  }
  return rules;
}

Bucketize anatomy_of(const Microdata& data) {
  const auto made =
      std::make_shared<std::map<AttributeSet, std::shared_ptr<const BucketedAttributes>>>();
  return [&data, made](const PrivacyRule& rule) {
    std::shared_ptr<const BucketedAttributes>& buckets = (*made)[rule.sensitive];
    if (buckets) return buckets;
    const std::size_t attribute = rule.sensitive.front();
    Random random = Random::seeded(7);
    std::vector<Row> rows(data.rows);
    std::iota(rows.begin(), rows.end(), Row{0});
    random.shuffle(std::span(rows));
    const TuplePartition partition =
        anatomize(data.columns[attribute], data.attributes[attribute].distinct, rows,
                  static_cast<std::uint32_t>(l), random, {});
    BucketedAttributes bucketed{rule.sensitive, std::vector<std::uint32_t>(data.rows)};
    for (std::size_t b = 0; b < partition.buckets(); ++b) {
      for (const Row row : partition.bucket(b))
        bucketed.bucket_of_row[row] = static_cast<std::uint32_t>(b);
    }
    buckets = std::make_shared<const BucketedAttributes>(std::move(bucketed));
    return buckets;
  };
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
  const Divergence divergence = kl_divergence(data, all(), as_published, {});
  state.counters["kl"] = divergence.nats;
  state.counters["fitting"] = static_cast<double>(divergence.fitting);
  state.SetLabel(shape_of(parts));
}

// The plan and the buckets: what UAD does but for reading and writing.
void uad(benchmark::State& state) {
  const Microdata& data = table(static_cast<Row>(state.range(0)));
  const auto rules = random_rules(data, 9, static_cast<std::uint64_t>(state.range(1)));
  std::vector<Part> parts;
  for (auto _ : state) {
    parts = utility_aware_decomposition(all(), rules);
    benchmark::DoNotOptimize(published(parts, anatomy_of(data)));
  }
  report(state, data, parts, anatomy_of(data));
}

void gd(benchmark::State& state) {
  const Microdata& data = table(static_cast<Row>(state.range(0)));
  const auto rules = random_rules(data, 9, static_cast<std::uint64_t>(state.range(1)));
  AddedBack result;
  for (auto _ : state) {
    result = add_back(data, all(), rules, guardian_decomposition(all(), rules, {}),
                      anatomy_of(data), {});
  }
  report(state, data, result.parts, anatomy_of(data));
  state.counters["added"] = static_cast<double>(result.added);
  state.counters["computed"] = static_cast<double>(result.computed);
}

void single_attribute(benchmark::State& state) {
  const Microdata& data = table(static_cast<Row>(state.range(0)));
  std::vector<Part> parts;
  for (auto _ : state)
    parts = single_attribute_decomposition(all());
  report(state, data, parts, anatomy_of(data));
}

// Seed, number of rules, and whether the remainder is suppressed, as Algorithm 3 prints it, or
// merged. Groups that are as small as they can be have as many tuples as `smallest`: what `size`,
// the mean over their tuples, is above that is the optimality gap. That no more rows can be
// published is exact.
void multi_sa(benchmark::State& state) {
  const Microdata& data = table(static_cast<Row>(state.range(0)));
  const auto rules = random_rules(data, static_cast<std::size_t>(state.range(2)),
                                  static_cast<std::uint64_t>(state.range(1)));
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
      {all(), std::make_shared<const BucketedAttributes>(std::move(bucketed))}};
  state.counters["kl"] = kl_divergence(data, all(), part, {}).nats;
  state.counters["sensitive"] = static_cast<double>(sensitive.size());
  state.counters["published"] = static_cast<double>(found.groups.rows.size());
  state.counters["size"] = found.groups.rows.empty() ? 0 : mean_bucket_size(found.groups);
  state.counters["smallest"] = found.smallest_possible;
}

void divergence(benchmark::State& state) {
  const Microdata& data = table(static_cast<Row>(state.range(0)));
  const auto rules = random_rules(data, 9, 1);
  const Bucketize bucketize = anatomy_of(data);
  const auto parts = published(utility_aware_decomposition(all(), rules), bucketize);
  for (auto _ : state)
    benchmark::DoNotOptimize(kl_divergence(data, all(), parts, {}));
}

// A count over four attributes, two fifths of the values of each.
void count(benchmark::State& state) {
  const Microdata& data = table(static_cast<Row>(state.range(0)));
  const auto rules = random_rules(data, 9, 1);
  const auto parts = published(utility_aware_decomposition(all(), rules), anatomy_of(data));
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
  AttributeSet attributes = all();
  attributes.resize(15);
  std::size_t found = 0;
  for (auto _ : state)
    found = functional_dependencies(data, attributes, 2, {}).size();
  state.counters["found"] = static_cast<double>(found);
}

constexpr Row texas_rows = 177'148;

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
    ->ArgNames({"rows", "seed", "rules", "suppressed"})
    ->ArgsProduct({{texas_rows}, {1, 2, 3, 4, 5, 6, 7, 8}, {9}, {0}})
    ->ArgsProduct({{texas_rows}, {1, 2, 3}, {1, 2, 3}, {0, 1}})
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
