#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/choice/inference_goal.hpp"
#include "core/microdata/attribute_set.hpp"
#include "experiment_main.hpp"
#include "experiment_releases.hpp"
#include "experiment_tables.hpp"
#include "occupation_tables.hpp"
#include "release_attacks.hpp"
#include "release_uses.hpp"

// Measures the success of attackers and the errors of analysts for each method and a sweep of its
// settings. Results go to the standard output as CSV.

namespace microdata::experiment {
namespace {

struct Options {
  std::string adult;
  std::vector<std::string> tables{"OCC-7", "OCC-15"};
  std::vector<double> goals{0.4, 0.36, 0.33, 0.3, 0.2};
  std::string only;
  bool likelihood = false;
  bool attacks = true;
  std::size_t queries = 300;
  std::uint64_t seed = 1;
};

// Fraction of rows to suppress: rows with occupations that are rarer than a published value may be.
constexpr double few = 0.01;

std::vector<Setting> sweep() {
  std::vector<Setting> result{{Method::original, 1}};
  for (const double l : {2.0, 3.0, 5.0})
    result.push_back({Method::anatomy, l});
  for (const std::uint32_t k : {1U, 12U, 50U, 200U, 1000U}) {
    for (const std::size_t columns : {2U, 3U, 5U}) {
      result.push_back({Method::slicing, 3, k, columns});
      if (k > 1) result.push_back({Method::slicing, 3, k, columns, 1, CutsBy::correlation});
    }
    for (const std::size_t columns : {5U, 7U, 10U}) {
      if (k < 50) continue;
      for (const std::uint32_t alike : {10U, 50U})
        result.push_back({Method::slicing, 3, k, columns, alike, CutsBy::correlation, few});
    }
    // Every attribute is its own column; the README's setting is among these.
    for (const CutsBy cuts : {CutsBy::width, CutsBy::correlation}) {
      if (k >= 50) result.push_back({Method::slicing, 3, k, 15, 5, cuts, few});
    }
    result.push_back({Method::slicing, 3, k, 0, 1, CutsBy::correlation});
    result.push_back({Method::mondrian_buckets, 3, k});
    result.push_back({Method::generalization, 3, k});
    if (k > 1) result.push_back({Method::generalization, 1, k});
  }
  return result;
}

// Returns the settings near the frontier, also with suppressed rows and with bucket sizes by a
// goal.
std::vector<Setting> sweep_of_likelihood() {
  const auto slices = [](double l, std::uint32_t k, std::size_t columns, std::uint32_t alike = 1,
                         double suppress = 0) {
    return Setting{Method::slicing, l, k, columns, alike, CutsBy::correlation, suppress};
  };
  std::vector<Setting> result;
  for (const double l : {3.0, 5.0})
    result.push_back({Method::anatomy, l});
  for (const std::uint32_t k : {1U, 12U, 50U, 200U}) {
    for (const std::size_t columns : {0U, 2U, 5U})
      result.push_back(slices(3, k, columns));
    result.push_back({Method::slicing, 3, k, 2});
    result.push_back({Method::mondrian_buckets, 3, k});
    result.push_back({Method::generalization, k == 1 ? 3.0 : 1.0, k});
  }
  for (const double share : {0.38, 0.35, 0.32, 0.29}) {
    for (const std::size_t columns : {0U, 2U}) {
      result.push_back(slices(3, 1, columns));
      result.back().goal = share;
    }
  }
  // These settings hide members even if there are many attributes.
  for (const std::uint32_t k : {200U, 1000U}) {
    for (const std::uint32_t alike : {10U, 50U})
      result.push_back(slices(3, k, 7, alike, few));
  }
  // The limits are fractions of the rows; the most frequent occupation has 13.4%.
  for (const double suppress : {0.01, 0.1}) {
    result.push_back(slices(3, 50, 7, 50, suppress));
    result.push_back(slices(8, 1, 0, 1, suppress));
    result.push_back({Method::mondrian_buckets, 8, 1, 0, 1, CutsBy::width, suppress});
    result.push_back({Method::generalization, 1, 50, 0, 1, CutsBy::width, suppress});
  }
  return result;
}

// Returns more sizes of buckets and of generalized columns, at which slicing hides members as well
// as generalization does.
std::vector<Setting> sweep_of_hiding() {
  std::vector<Setting> result;
  for (const std::uint32_t k : {300U, 500U, 1000U, 2000U}) {
    for (const std::uint32_t alike : {10U, 50U, 200U}) {
      // The other two sweeps contain these settings.
      if (k == 1000 && alike < 200) continue;
      result.push_back({Method::slicing, 3, k, 7, alike, CutsBy::correlation, few});
    }
  }
  for (const std::uint32_t k : {500U, 1000U})
    result.push_back({Method::slicing, 3, k, 5, 1, CutsBy::correlation});
  return result;
}

// Returns counts of the sensitive attribute and one of a few attributes with few values. All
// releases get the same queries, so that each of these attributes has one joint distribution to
// learn.
std::vector<CountQuery> few_pairs(const Microdata& data, std::size_t queries, Random& random) {
  constexpr std::size_t most_attributes = 4;
  constexpr Code most_values = 200;
  AttributeSet others;
  const AttributeSet all = published_attributes(data);
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    if (data.attributes[all[i]].distinct <= most_values) others.push_back(all[i]);
  }
  random.shuffle(std::span(others));
  others.resize(std::min(others.size(), most_attributes));
  std::vector<CountQuery> result;
  for (std::size_t i = 0; i < queries; ++i) {
    const auto some = random_count_queries(data, {others[i % others.size()], all.back()},
                                           {2, 0.4, 1}, random, {});
    result.insert(result.end(), some.begin(), some.end());
  }
  return result;
}

// Returns the goal in two digits; empty without a goal.
std::string goal_of(const Setting& setting) {
  return setting.goal ? std::to_string(*setting.goal).substr(0, 4) : "";
}

void measure_likelihood(const World& world, const std::string& table, const Setting& setting,
                        const std::vector<CountQuery>& queries, Random& random) {
  const std::optional<Release> release = publish(world.published.data, setting, random);
  std::cout << table << ";likelihood;" << name_of(setting) << ";" << setting.k << ";" << setting.l
            << ";" << setting.alike << ";" << setting.suppress << ";" << goal_of(setting) << ";";
  if (!release) {
    std::cout << "infeasible" << std::endl;
    return;
  }
  const Attacks attacks(world, *release);
  std::cout << attacks.inference(random).members << ";" << attacks.membership(random) << ";"
            << count_errors(world, *release, queries).median << ";"
            << count_errors_by_likelihood(world, *release, queries).median << std::endl;
}

struct Workload {
  std::vector<CountQuery> pairs;
  std::vector<CountQuery> with_sensitive;
};

void measure(const World& world, const std::string& table, const Setting& setting,
             const Workload& workload, bool attacked, Random& random) {
  const std::optional<Release> release = publish(world.published.data, setting, random);
  std::cout << table << ";" << name_of(setting) << ";" << setting.k << ";" << setting.l << ";"
            << setting.alike << ";";
  if (!release) {
    std::cout << "infeasible" << std::endl;
    return;
  }
  const RelativeError of_pairs = count_errors(world, *release, workload.pairs);
  const RelativeError of_sensitive = count_errors(world, *release, workload.with_sensitive);
  std::cout << of_pairs.median << ";" << of_pairs.mean << ";" << of_sensitive.median;
  if (attacked) {
    const Attacks attacks(world, *release);
    const Inference inference = attacks.inference(random);
    std::cout << ";" << inference.members << ";" << inference.others << ";" << inference.risk << ";"
              << attacks.membership(random) << ";"
              << accuracy(world, *release, learned_too, random);
  }
  std::cout << std::endl;
}

// Measures buckets whose size the attack determines, with a second, independent attack.
void measure_goal(const World& world, const std::string& table, double share, Random& random) {
  SlicingOptions options;
  options.columns = 5;
  options.l = 3;
  options.cuts_by = CutsBy::correlation;
  InferenceGoal goal;
  goal.share = share;
  const auto begin = std::chrono::steady_clock::now();
  const auto found = slice_for_goal(world.published.data, options, goal, random, {});
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  std::cout << table << ";goal;" << share << ";";
  if (!found.met) {
    std::cout << "unreachable" << std::endl;
    return;
  }
  const GuessesJudged& guessed = found.reached.guessed;
  std::cout << found.bucket_size << ";"
            << static_cast<double>(guessed.right) / static_cast<double>(guessed.persons) << ";"
            << found.reached.interval.high << ";"
            << Attacks(world, found.release).inference(random).members << ";" << time.count()
            << std::endl;
}

void run(const Options& options) {
  const Table adult = read_adult_table(options.adult);
  std::cout << "table;method;k;l;alike;median error;mean error;median error with the sensitive "
               "attribute;inference;inference of others;inference risk;membership;accuracy\n";
  for (const Table& table : occupation_tables(adult)) {
    if (std::find(options.tables.begin(), options.tables.end(), table.name) ==
        options.tables.end()) {
      continue;
    }
    Random random = Random::seeded(options.seed);
    const World world = make_world(table, hold_out(table.rows(), random, std::nullopt));
    if (options.likelihood) {
      const std::vector<CountQuery> queries =
          few_pairs(world.published.data, options.queries, random);
      Random hiding_random = random;
      const auto measure_all = [&](const std::vector<Setting>& settings, Random& draws) {
        for (const Setting& setting : settings) {
          const std::string name =
              name_of(setting) + (setting.goal ? " goal " + goal_of(setting) : "");
          if (name.find(options.only) != std::string::npos)
            measure_likelihood(world, table.name, setting, queries, draws);
        }
      };
      measure_all(sweep_of_likelihood(), random);
      measure_all(sweep_of_hiding(), hiding_random);
      continue;
    }
    std::cout << table.name << ";baseline;;;;;;;" << baseline_inference(world, random) << std::endl;
    const Workload workload{pair_queries(world.published.data, false, options.queries, random),
                            pair_queries(world.published.data, true, options.queries, random)};
    // Each part has its own random numbers, so that its figures do not depend on the other parts.
    Random goals_random = random;
    Random hiding_random = random;
    for (const double share : options.goals)
      measure_goal(world, table.name, share, goals_random);
    const auto measure_all = [&](const std::vector<Setting>& settings, Random& draws) {
      for (const Setting& setting : settings) {
        if (name_of(setting).find(options.only) == std::string::npos) continue;
        if (setting.columns > world.published.data.attributes.size()) continue;
        measure(world, table.name, setting, workload, options.attacks, draws);
      }
    };
    measure_all(sweep(), random);
    measure_all(sweep_of_hiding(), hiding_random);
  }
}

}  // namespace
}  // namespace microdata::experiment

int main(int argc, char** argv) {
  microdata::experiment::Options options;
  CLI::App app("What attackers and analysts get out of releases of Adult");
  app.option_defaults()->always_capture_default();
  app.add_option("csv", options.adult, "the UCI Adult data")->required()->check(CLI::ExistingFile);
  app.add_option("--tables", options.tables, "of OCC-7, OCC-15");
  app.add_option("--only", options.only,
                 "methods with that in their name, and goals, as in \"2-correlation goal 0.35\"");
  app.add_flag("--likelihood", options.likelihood,
               "counts by likelihood, of the settings near the frontier, instead of the tables");
  app.add_flag("!--counts-only", options.attacks, "no attacks, no classifiers");
  app.add_option("--goals", options.goals,
                 "shares of persons guessed at most, for which buckets grow");
  app.add_option("--queries", options.queries, "counts of each kind");
  app.add_option("--seed", options.seed, "of everything random");
  return microdata::experiment::run_experiment(app, argc, argv,
                                               [&] { microdata::experiment::run(options); });
}
