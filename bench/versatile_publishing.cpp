#include <CLI/CLI.hpp>
#include <chrono>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/microdata/attribute_set.hpp"
#include "core/utility/count_estimate.hpp"
#include "core/utility/count_query.hpp"
#include "core/utility/distribution_model.hpp"
#include "mean.hpp"
#include "unit/versatile_adult.hpp"
#include "versatile_variants.hpp"

// Repeats figures 1 to 3 of the GNF paper (section 6.2), with a greedy search in place of its
// integer programmes. Means over random sets go to the standard output as CSV, for every number of
// rules.

namespace microdata {
namespace {

struct Options {
  std::string path;
  Row rows = 10'000;
  std::size_t most_rules = 9;
  std::size_t sets = 50;
  CountQueryOptions queries;
  std::uint64_t seed = 1;
};

// Results by measure and method.
using Results = std::map<std::pair<std::string, std::string>, Mean>;

class Experiment {
 public:
  Experiment(const Microdata& data, const std::vector<PrivacyRule>& rules,
             const std::vector<CountQuery>& queries, std::uint64_t seed, Results& results)
      : data_(&data),
        attributes_(versatile_adult::all_attributes(data)),
        rules_(&rules),
        queries_(&queries),
        seed_(seed),
        results_(&results) {}

  void run() {
    const double gd = decomposed("gd", [&](const Bucketize& anatomy) {
      const std::vector<Part> parts = guardian_decomposition(attributes_, *rules_, {});
      return add_back(*data_, attributes_, *rules_, parts, anatomy, {}).parts;
    });
    const double uad = decomposed(
        "uad", [&](const Bucketize&) { return utility_aware_decomposition(attributes_, *rules_); });
    decomposed("single-attribute",
               [&](const Bucketize&) { return single_attribute_decomposition(attributes_); });
    note("kl", "uad of all choices",
         best_coloured_divergence(*data_, attributes_, *rules_,
                                  versatile_adult::anatomy(*data_, seed_)));
    const double multi_sa = small_groups();
    const double printed = groups_as_printed();
    note("kl", "gd - multi-sa", gd - multi_sa);
    note("kl", "uad - multi-sa", uad - multi_sa);
    note("kl", "uad - multi-sa as printed", uad - printed);
    note("kl", "uad - gd", uad - gd);
  }

 private:
  void note(const std::string& measure, const std::string& of, double value) {
    (*results_)[{measure, of}].add(value);
  }

  template <typename Publish>
  double measure(const std::string& name, const Publish& publish) {
    const auto begin = std::chrono::steady_clock::now();
    const std::vector<PublishedPart> parts = publish();
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    const CountEstimator estimator(*data_, parts, {});
    const auto estimate = [&](std::span<const ValueSet> predicate) {
      return estimator.estimate(predicate, {});
    };
    const RelativeError error = relative_error(*queries_, estimate, {});
    const double nats = kl_divergence(*data_, attributes_, parts, {}).nats;
    note("kl", name, nats);
    note("error", name, error.mean);
    note("median error", name, error.median);
    note("milliseconds", name, time.count());
    return nats;
  }

  // Returns the time of a decomposition. Each one makes the same buckets again, because they are
  // part of its time.
  template <typename Decompose>
  double decomposed(const std::string& name, const Decompose& decompose) {
    return measure(name, [&] {
      const Bucketize anatomy = versatile_adult::anatomy(*data_, seed_);
      return published(decompose(anatomy), anatomy);
    });
  }

  PublishedPart in_groups(const MultiSensitiveGroups& found) const {
    return versatile_adult::published(*data_, sensitive_attributes(*rules_), found);
  }

  double small_groups() {
    const AttributeSet sensitive = sensitive_attributes(*rules_);
    note("sensitive attributes", "multi-sa", static_cast<double>(sensitive.size()));
    double nats = 0;
    for (const Remainder remainder : {Remainder::merged, Remainder::suppressed}) {
      const std::string name =
          remainder == Remainder::merged ? "multi-sa" : "multi-sa with the rest suppressed";
      MultiSensitiveGroups found;
      const double own = measure(name, [&] {
        found = versatile_adult::multi_sensitive(*data_, sensitive, seed_, remainder);
        return std::vector{in_groups(found)};
      });
      if (remainder == Remainder::merged) nats = own;
      note("kl", name + " permuted apart",
           divergence_of_permuted(*data_, attributes_, in_groups(found)));
      note("group size", name, mean_bucket_size(found.groups));
      note("smallest group size", name, found.smallest_possible);
      note("suppressed rows", name, static_cast<double>(found.suppressed.size()));
    }
    return nats;
  }

  // Runs Algorithm 3 with an objective that grows with every tuple. Its first group contains every
  // tuple that a group can have; with one sensitive attribute, Anatomy anonymizes the group.
  double groups_as_printed() {
    const AttributeSet sensitive = sensitive_attributes(*rules_);
    return measure("multi-sa as printed", [&] {
      if (sensitive.size() == 1) {
        const PrivacyRule rule{without(attributes_, sensitive), sensitive, {}};
        return published(std::vector{Part{attributes_, rule}},
                         versatile_adult::anatomy(*data_, seed_));
      }
      MultiSensitiveGroups found = versatile_adult::multi_sensitive(*data_, sensitive, seed_);
      found.groups.offsets = {0, static_cast<Row>(found.groups.rows.size())};
      return std::vector{in_groups(found)};
    });
  }

  const Microdata* data_;
  AttributeSet attributes_;
  const std::vector<PrivacyRule>* rules_;
  const std::vector<CountQuery>* queries_;
  std::uint64_t seed_;
  Results* results_;
};

void print(std::size_t rules, const Results& results) {
  for (const auto& [key, mean] : results) {
    std::cout << rules << ";" << key.first << ";" << key.second << ";" << mean.mean() << ";"
              << mean.standard_error() << "\n";
  }
  std::cout << std::flush;
}

void run(const Options& options) {
  const Microdata data = versatile_adult::read(options.path, options.rows, options.seed);
  const AttributeSet attributes = versatile_adult::all_attributes(data);
  Random random = Random::seeded(options.seed + 1);
  std::cout << "rules;measure;of;mean;standard error\n";
  std::size_t left_out = 0;
  for (std::size_t count = 1; count <= options.most_rules; ++count) {
    Results results;
    for (std::size_t set = 0; set < options.sets; ++set) {
      const auto rules = versatile_adult::random_rules(data, count, random, left_out);
      const auto queries = random_count_queries(data, attributes, options.queries, random, {});
      Experiment(data, rules, queries, random.next(), results).run();
    }
    print(count, results);
  }
  std::cout << "all;rules;left out;" << left_out << ";0\n";
}

}  // namespace
}  // namespace microdata

int main(int argc, char** argv) {
  microdata::Options options;
  CLI::App app("Versatile publishing of the Adult data by four algorithms");
  app.option_defaults()->always_capture_default();
  app.add_option("csv", options.path, "the UCI Adult data")->required()->check(CLI::ExistingFile);
  app.add_option("--rows", options.rows, "sampled")->check(CLI::PositiveNumber);
  app.add_option("--most-rules", options.most_rules, "tried are 1 to so many");
  app.add_option("--sets", options.sets, "random rule sets for each number of rules");
  app.add_option("--queries", options.queries.queries, "count queries for each rule set");
  app.add_option("--dimension", options.queries.dimension, "attributes in a query");
  app.add_option("--selectivity", options.queries.selectivity, "share of their values");
  app.add_option("--seed", options.seed, "of everything random");
  CLI11_PARSE(app, argc, argv);
  try {
    microdata::run(options);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}
