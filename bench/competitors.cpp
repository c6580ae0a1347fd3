#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/microdata/attribute_set.hpp"
#include "core/risk/membership_audit.hpp"
#include "core/utility/count_query.hpp"
#include "experiment_main.hpp"
#include "experiment_releases.hpp"
#include "experiment_tables.hpp"
#include "noisy_tables.hpp"
#include "occupation_tables.hpp"
#include "regression_synthesis.hpp"
#include "release_attacks.hpp"
#include "release_uses.hpp"

// Compares releases with two competitors on Adult, by what attackers and analysts learn. The first
// publishes occupation drawn from a regression and all other attributes unchanged. The second
// publishes noisy counts of all pairs of attributes. Results go to the standard output as CSV.

namespace microdata::experiment {
namespace {

struct Options {
  std::string adult;
  std::vector<std::string> tables{"OCC-7", "OCC-15"};
  std::size_t queries = 300;
  std::size_t splits = 3;
  double epsilon = 3;
  std::uint32_t bins = 20;
  std::uint64_t seed = 1;
};

// Count queries for random values of two attributes, one of them occupation, and for values near
// those of a random person. The latter are queries of an analyst who has a person in mind.
struct Questions {
  std::vector<CountQuery> pairs;
  std::vector<CountQuery> near_pairs;
  std::vector<CountQuery> near_three;
  std::vector<CountQuery> near_three_with_occupation;
};

// Returns the value of the row. For a numeric attribute, adds the values up to a tenth of the
// distinct values away.
ValueSet near_value(const Microdata& data, std::size_t attribute, Row row) {
  const Attribute& described = data.attributes[attribute];
  const Code reach = described.numeric() ? described.distinct / 10 : 0;
  const Code own = data.columns[attribute][row];
  ValueSet set{attribute, std::vector<bool>(described.distinct)};
  for (Code code = own - std::min(own, reach);
       code < std::min<std::uint64_t>(described.distinct, std::uint64_t{own} + reach + 1); ++code)
    set.contains[code] = true;
  return set;
}

std::vector<CountQuery> questions_near(const Microdata& data, std::size_t others,
                                       bool with_sensitive, std::size_t queries, Random& random) {
  std::vector<CountQuery> result;
  while (result.size() < queries) {
    const Row row = random.below(data.rows);
    AttributeSet asked(data.attributes.size() - 1);
    std::iota(asked.begin(), asked.end(), std::size_t{0});
    random.shuffle(std::span(asked));
    asked.resize(others);
    std::sort(asked.begin(), asked.end());
    if (with_sensitive) asked.push_back(data.attributes.size() - 1);
    CountQuery query;
    for (const std::size_t a : asked)
      query.predicate.push_back(near_value(data, a, row));
    query.count = true_count(data, query.predicate, {});
    result.push_back(std::move(query));
  }
  return result;
}

Questions questions_of(const Microdata& data, std::size_t queries, Random& random) {
  Questions result;
  result.pairs = pair_queries(data, true, queries, random);
  result.near_pairs = questions_near(data, 1, true, queries, random);
  result.near_three = questions_near(data, 3, false, queries, random);
  result.near_three_with_occupation = questions_near(data, 2, true, queries, random);
  return result;
}

// Returns the median relative error. Counts below a thousandth of the rows are treated as a
// thousandth, because counts of few people need no precision.
double median_error(const std::vector<CountQuery>& queries, const CountEstimate& estimate,
                    Row rows) {
  std::vector<double> errors;
  for (const CountQuery& query : queries) {
    const auto truth = static_cast<double>(query.count);
    errors.push_back(std::abs(estimate(query.predicate) - truth) / std::max(truth, rows / 1000.0));
  }
  const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
  std::nth_element(errors.begin(), middle, errors.end());
  return *middle;
}

class Comparison {
 public:
  Comparison(const World& world, std::string table, const Options& options, Random& random)
      : world_(&world),
        table_(std::move(table)),
        options_(&options),
        random_(&random),
        questions_(questions_of(world.published.data, options.queries, random)) {}

  void measure_release(const std::string& name, const Setting& setting) {
    const std::optional<Release> release = publish(world_->published.data, setting, *random_);
    if (!release) {
      note(name, "infeasible", 1);
      return;
    }
    note_errors(name, counts_from(*world_, *release));
    note(name, "by likelihood",
         count_errors_by_likelihood(*world_, *release, questions_.pairs).median);
    const Attacks attacks(*world_, *release);
    const Inference inference = attacks.inference(*random_);
    note_inference(name, inference.members, inference.others);
    note(name, "membership", attacks.membership(*random_));
  }

  void measure_synthesis() {
    const std::string name = "regression";
    Microdata shown = world_->published.data;
    shown.columns.back() = synthesized_values(world_->published.data, *random_);
    note_errors(name, [&](std::span<const ValueSet> predicate) {
      return static_cast<double>(true_count(shown, predicate, {}));
    });
    const LearnedGuesses learned =
        guess_by_regression(world_->persons.data, shown.columns.back(), 1.0 / 3);
    note_inference(name, learned.members, learned.others);
    note(name, "believed above 1/3", learned.believed);
    std::size_t own = 0;
    for (Row row = 0; row < shown.rows; ++row)
      own += shown.columns.back()[row] == world_->published.data.columns.back()[row] ? 1 : 0;
    note(name, "own value", static_cast<double>(own) / shown.rows);
    // The release without occupation is the unchanged table of the other attributes.
    const std::optional<Release> others =
        publish(world_->published.data, {Method::original, 1}, *random_);
    note(name, "membership", Attacks(*world_, *others).membership(*random_));
  }

  void measure_noisy_tables(const std::string& name, double delta) {
    const Microdata& data = world_->persons.data;
    std::vector<Row> members(world_->members());
    std::iota(members.begin(), members.end(), Row{0});
    // One half of the other people is the attacker's background knowledge, the other half must be
    // distinguished from members.
    std::vector<Row> others(data.rows - world_->members());
    std::iota(others.begin(), others.end(), world_->members());
    random_->shuffle(std::span(others));
    const std::span<const Row> known = std::span(others).first(others.size() / 2);
    const std::span<const Row> outsiders = std::span(others).subspan(others.size() / 2);
    const Bins bins = make_bins(data, known, options_->bins);
    const NoisyTables tables(data, members, bins, {options_->epsilon, delta}, *random_);
    note(name, "deviation", tables.standard_deviation());
    note_errors(name, [&](std::span<const ValueSet> predicate) {
      std::vector<ValueSet> by_persons;
      for (const ValueSet& set : predicate)
        by_persons.push_back(as_set_of_persons(set));
      return tables.estimate(by_persons);
    });
    note_guesses(name, tables, members, outsiders);
    note(name, "membership", told(tables, bins, known, members, outsiders));
  }

 private:
  void note(const std::string& method, const std::string& measure, double value) const {
    std::cout << table_ << ";" << method << ";" << measure << ";" << value << std::endl;
  }

  void note_errors(const std::string& method, const CountEstimate& estimate) const {
    const Row rows = world_->members();
    note(method, "pairs with occupation", median_error(questions_.pairs, estimate, rows));
    note(method, "near, one and occupation", median_error(questions_.near_pairs, estimate, rows));
    note(method, "near, two and occupation",
         median_error(questions_.near_three_with_occupation, estimate, rows));
    note(method, "near, three", median_error(questions_.near_three, estimate, rows));
  }

  void note_inference(const std::string& method, double members, double others) const {
    note(method, "guessed", members);
    note(method, "guessed of others", others);
    note(method, "risk", std::max(0.0, (members - others) / (1 - others)));
  }

  ValueSet as_set_of_persons(const ValueSet& set) const {
    const std::vector<double>& from = world_->published.value_of_code[set.attribute];
    const std::vector<double>& to = world_->persons.value_of_code[set.attribute];
    ValueSet result{set.attribute, std::vector<bool>(to.size())};
    for (std::size_t code = 0; code < from.size(); ++code) {
      const auto found = std::lower_bound(to.begin(), to.end(), from[code]);
      result.contains[static_cast<std::size_t>(found - to.begin())] = set.contains[code];
    }
    return result;
  }

  // Records the guesses of naive Bayes from the tables with occupation.
  void note_guesses(const std::string& method, const NoisyTables& tables,
                    std::span<const Row> members, std::span<const Row> outsiders) const {
    const Microdata& data = world_->persons.data;
    const std::size_t sensitive = data.attributes.size() - 1;
    const Code values = data.attributes[sensitive].distinct;
    // Number of all rows of each value, by table.
    std::vector<std::vector<double>> all(sensitive, std::vector<double>(values));
    for (std::size_t a = 0; a < sensitive; ++a) {
      for (Code value = 0; value < values; ++value) {
        ValueSet any{a, std::vector<bool>(data.attributes[a].distinct, true)};
        ValueSet one{sensitive, std::vector<bool>(values)};
        one.contains[value] = true;
        all[a][value] = tables.estimate(std::vector<ValueSet>{any, one});
      }
    }
    const auto share_right = [&](std::span<const Row> persons) {
      std::size_t right = 0;
      for (const Row person : persons) {
        std::vector<double> score(values);
        for (Code value = 0; value < values; ++value) {
          score[value] = std::log(all[0][value] + 1);
          for (std::size_t a = 0; a < sensitive; ++a) {
            const double cell = tables.cell(a, sensitive, data.columns[a][person], value);
            score[value] += std::log((cell + 1) / (all[a][value] + 1));
          }
        }
        const auto best = std::max_element(score.begin(), score.end()) - score.begin();
        right += static_cast<Code>(best) == data.columns[sensitive][person] ? 1 : 0;
      }
      return static_cast<double>(right) / static_cast<double>(persons.size());
    };
    note_inference(method, share_right(members), share_right(outsiders));
  }

  // Returns the area under the ROC curve of a membership attack. The attack scores a person by the
  // cells that would count the person. It subtracts from each cell the count expected from `known`,
  // and divides the difference by an approximate variance.
  double told(const NoisyTables& tables, const Bins& bins, std::span<const Row> known,
              std::span<const Row> members, std::span<const Row> outsiders) const {
    const Microdata& data = world_->persons.data;
    const std::size_t attributes = data.attributes.size();
    const double scale = static_cast<double>(members.size()) / static_cast<double>(known.size());
    const double noise = tables.standard_deviation() * tables.standard_deviation();
    std::vector<double> inside(members.size(), 0);
    std::vector<double> outside(outsiders.size(), 0);
    for (std::size_t a = 0; a < attributes; ++a) {
      for (std::size_t b = a + 1; b < attributes; ++b) {
        const auto place = [&](Row row) {
          return std::size_t{bins.of_code[a][data.columns[a][row]]} * bins.number[b] +
                 bins.of_code[b][data.columns[b][row]];
        };
        std::vector<double> expected(std::size_t{bins.number[a]} * bins.number[b]);
        for (const Row row : known)
          expected[place(row)] += scale;
        const auto add = [&](std::span<const Row> persons, std::vector<double>& scores) {
          for (std::size_t i = 0; i < persons.size(); ++i) {
            const Row row = persons[i];
            const double there = expected[place(row)];
            const double beyond =
                tables.cell(a, b, data.columns[a][row], data.columns[b][row]) - there;
            scores[i] += beyond / (noise + there * (1 + scale) + 1);
          }
        };
        add(members, inside);
        add(outsiders, outside);
      }
    }
    const auto matches = [](const std::vector<double>& scores) {
      std::vector<PersonMatch> result;
      for (const double score : scores)
        result.push_back({0, score, 0});
      return result;
    };
    return judge_membership(matches(inside), matches(outside)).auc;
  }

  const World* world_;
  std::string table_;
  const Options* options_;
  Random* random_;
  Questions questions_;
};

void run(const Options& options) {
  std::cout << "table;method;measure;value\n";
  for (const Table& table : occupation_tables(read_adult_table(options.adult))) {
    if (std::find(options.tables.begin(), options.tables.end(), table.name) == options.tables.end())
      continue;
    for (std::size_t split = 0; split < options.splits; ++split) {
      Random random = Random::seeded(options.seed + split);
      const World world = make_world(table, hold_out(table.rows(), random, std::nullopt));
      if (world.published.data.attributes.back().distinct !=
          world.persons.data.attributes.back().distinct)
        throw std::runtime_error("an occupation is not published");
      Comparison comparison(world, table.name, options, random);
      comparison.measure_release("anatomy, l = 3", {Method::anatomy, 3});
      comparison.measure_release("buckets, l = 3", {Method::mondrian_buckets, 3});
      comparison.measure_release("buckets, l = 3, k = 50", {Method::mondrian_buckets, 3, 50});
      comparison.measure_release("slicing in 2, l = 3", {Method::slicing, 3});
      comparison.measure_release(
          "strict", {Method::slicing, 3, 600, table.features.size() + 1, 8, CutsBy::correlation});
      comparison.measure_synthesis();
      comparison.measure_noisy_tables("noisy tables", 0);
      comparison.measure_noisy_tables("noisy tables, delta", 1e-6);
    }
  }
}

}  // namespace
}  // namespace microdata::experiment

int main(int argc, char** argv) {
  microdata::experiment::Options options;
  CLI::App app("What else could be published of Adult, beside releases");
  app.option_defaults()->always_capture_default();
  app.add_option("csv", options.adult, "the UCI Adult data")->required()->check(CLI::ExistingFile);
  app.add_option("--tables", options.tables, "of OCC-7, OCC-15");
  app.add_option("--queries", options.queries, "counts of each kind");
  app.add_option("--splits", options.splits, "of the persons into published and others");
  app.add_option("--epsilon", options.epsilon, "of the noisy tables");
  app.add_option("--bins", options.bins, "of a number in them");
  app.add_option("--seed", options.seed, "of everything random");
  return microdata::experiment::run_experiment(app, argc, argv,
                                               [&] { microdata::experiment::run(options); });
}
