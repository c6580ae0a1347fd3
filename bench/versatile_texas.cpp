#include <CLI/CLI.hpp>
#include <chrono>
#include <initializer_list>
#include <iostream>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/utility/count_estimate.hpp"
#include "core/utility/count_query.hpp"
#include "core/utility/distribution_model.hpp"
#include "experiment_main.hpp"
#include "mean.hpp"
#include "texas_like.hpp"

// Repeats figures 4 to 10 of the GNF paper (sections 6.2 and 6.3) on a generated table of the size
// of its data of Texas. Results go to the standard output as CSV. UAD and single-attribute
// publishing are measured by the number of rules, the dimension of a query, its share of values,
// the attributes on the left and l. The sets of rules and queries are the same at every point if
// possible.

namespace microdata::experiment {
namespace {

struct Options {
  std::vector<std::string> figures{"rules", "dimension", "selectivity", "left", "l"};
  std::size_t sets = 5;
  std::size_t queries = 200;
  Row rows = texas_rows;
  std::uint64_t seed = 1;
};

// A point of a figure: the rules, the l of the release, and the queries.
struct Point {
  double x = 0;
  RulesWanted rules{5, 3, 10};
  std::uint32_t l = 10;
  CountQueryOptions queries{4, 0.4, 0};
};

// Returns the points of a figure by its name, which is that of the varied parameter.
std::vector<Point> points_of(const std::string& figure) {
  std::vector<Point> result;
  const auto vary = [&](std::initializer_list<double> values, const auto& set) {
    for (const double value : values) {
      Point& point = result.emplace_back();
      point.x = value;
      set(point, value);
    }
  };
  if (figure == "rules") {
    vary({1, 3, 5, 7, 9},
         [](Point& point, double value) { point.rules.count = static_cast<std::size_t>(value); });
  } else if (figure == "dimension") {
    vary({2, 4, 6, 8, 10}, [](Point& point, double value) {
      point.queries.dimension = static_cast<std::size_t>(value);
    });
  } else if (figure == "selectivity") {
    vary({0.3, 0.4, 0.5, 0.6, 0.7},
         [](Point& point, double value) { point.queries.selectivity = value; });
  } else if (figure == "left") {
    vary({1, 3, 5, 7, 9},
         [](Point& point, double value) { point.rules.left = static_cast<std::size_t>(value); });
  } else {
    // The rules allow the largest l, so that only the buckets change.
    vary({5, 10, 15, 20}, [](Point& point, double value) {
      point.l = static_cast<std::uint32_t>(value);
      point.rules.l = 20;
    });
  }
  return result;
}

// Results by measure and method.
using Results = std::map<std::pair<std::string, std::string>, Mean>;

template <typename Decompose>
void measure(const Microdata& data, const Point& point, const std::vector<CountQuery>& queries,
             const std::string& name, const Decompose& decompose, Results& results) {
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<PublishedPart> parts = published(decompose(), anatomy_of(data, point.l));
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
  results[{"milliseconds", name}].add(time.count());
  results[{"kl", name}].add(kl_divergence(data, texas_attributes(), parts, {}).nats);
  const CountEstimator estimator(data, parts, {});
  const auto estimate = [&](std::span<const ValueSet> predicate) {
    return estimator.estimate(predicate, {});
  };
  const RelativeError error = relative_error(queries, estimate, {});
  results[{"error", name}].add(error.mean);
  results[{"median error", name}].add(error.median);
}

void run(const Options& options) {
  const Microdata data = texas_like(options.rows);
  std::cout << "figure;x;measure;of;mean;standard error\n";
  for (const std::string& figure : options.figures) {
    for (Point point : points_of(figure)) {
      point.queries.queries = options.queries;
      Results results;
      for (std::size_t set = 0; set < options.sets; ++set) {
        const std::uint64_t seed = options.seed * 1000 + set;
        const std::vector<PrivacyRule> rules = random_rules(data, point.rules, seed);
        Random random = Random::seeded(seed);
        const auto queries =
            random_count_queries(data, texas_attributes(), point.queries, random, {});
        results[{"queries", "asked"}].add(static_cast<double>(queries.size()));
        measure(
            data, point, queries, "uad",
            [&] { return utility_aware_decomposition(texas_attributes(), rules); }, results);
        measure(
            data, point, queries, "single-attribute",
            [] { return single_attribute_decomposition(texas_attributes()); }, results);
      }
      for (const auto& [key, mean] : results) {
        std::cout << figure << ";" << point.x << ";" << key.first << ";" << key.second << ";"
                  << mean.mean() << ";" << mean.standard_error() << "\n";
      }
      std::cout << std::flush;
    }
  }
}

}  // namespace
}  // namespace microdata::experiment

int main(int argc, char** argv) {
  microdata::experiment::Options options;
  CLI::App app("Versatile publishing of a table like that of Texas's discharges");
  app.option_defaults()->always_capture_default();
  app.add_option("--figures", options.figures, "what is varied")
      ->check(CLI::IsMember({"rules", "dimension", "selectivity", "left", "l"}));
  app.add_option("--sets", options.sets, "random rule sets for each point");
  app.add_option("--queries", options.queries, "count queries for each rule set");
  app.add_option("--rows", options.rows, "generated")->check(CLI::PositiveNumber);
  app.add_option("--seed", options.seed, "of everything random");
  return microdata::experiment::run_experiment(app, argc, argv,
                                               [&] { microdata::experiment::run(options); });
}
