#include <CLI/CLI.hpp>
#include <iostream>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "experiment_main.hpp"
#include "experiment_releases.hpp"
#include "experiment_tables.hpp"
#include "occupation_tables.hpp"
#include "release_attacks.hpp"
#include "release_uses.hpp"

// Compares two discretizations of numbers, which precede the correlations that decide on columns.
// They are equal widths and k-means, as in the paper on cluster-based discretization (algorithm
// 1.2). The paper does not compare the utility of the resulting releases, which this program
// measures. Results go to the standard output as CSV.

namespace microdata::experiment {
namespace {

struct Options {
  std::string adult;
  std::size_t queries = 300;
  std::size_t splits = 5;
  std::uint64_t seed = 1;
};

void measure(const World& world, const std::string& begin, const Setting& setting,
             const Options& options, std::uint64_t seed) {
  Random random = Random::seeded(seed);
  const std::vector<CountQuery> all =
      pair_queries(world.published.data, false, options.queries, random);
  const std::vector<CountQuery> with_sensitive =
      pair_queries(world.published.data, true, options.queries, random);
  const std::optional<Release> release = publish(world.published.data, setting, random);
  if (!release) {
    std::cout << begin << "infeasible" << std::endl;
    return;
  }
  const RelativeError of_pairs = count_errors(world, *release, all);
  std::cout << begin << of_pairs.mean << ";" << of_pairs.median << ";"
            << count_errors(world, *release, with_sensitive).median << ";"
            << accuracy(world, *release, sensitive_name, random) << ";"
            << columns_as_text(world.published.data, std::get<Slicing>(*release)) << std::endl;
}

void run(const Options& options) {
  std::cout << "table;columns;intervals;method;split;mean error;median error;median error with "
               "occupation;occupation learnt;groups\n";
  for (const Table& table : occupation_tables(read_adult_table(options.adult))) {
    for (std::size_t split = 0; split < options.splits; ++split) {
      const std::uint64_t seed = options.seed + split;
      Random random = Random::seeded(seed);
      const World world = make_world(table, hold_out(table.rows(), random, std::nullopt));
      for (const std::size_t columns : {2U, 3U, 5U, 7U, 10U}) {
        if (columns > table.features.size()) continue;
        for (const Code intervals : {5U, 10U, 20U}) {
          for (const Discretization method :
               {Discretization::equal_width, Discretization::k_means}) {
            Setting setting{Method::slicing, 3, 1, columns};
            setting.discretization = {method, intervals};
            // Both discretizations get the same queries and draws.
            measure(world,
                    table.name + ";" + std::to_string(columns) + ";" + std::to_string(intervals) +
                        ";" + (method == Discretization::k_means ? "k-means" : "equal-width") +
                        ";" + std::to_string(split + 1) + ";",
                    setting, options, seed);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace microdata::experiment

int main(int argc, char** argv) {
  microdata::experiment::Options options;
  CLI::App app("Slices of Adult with columns by correlations of equal widths and of k-means");
  app.option_defaults()->always_capture_default();
  app.add_option("csv", options.adult, "the UCI Adult data")->required()->check(CLI::ExistingFile);
  app.add_option("--queries", options.queries, "counts of each kind");
  app.add_option("--splits", options.splits, "of the persons into published and others");
  app.add_option("--seed", options.seed, "of everything random");
  return microdata::experiment::run_experiment(app, argc, argv,
                                               [&] { microdata::experiment::run(options); });
}
