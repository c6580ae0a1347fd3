#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "arff_file.hpp"
#include "core/microdata/permutation.hpp"
#include "experiment_main.hpp"
#include "experiment_releases.hpp"
#include "experiment_tables.hpp"
#include "generalized_arff.hpp"
#include "occupation_tables.hpp"
#include "random_buckets.hpp"

// Repeats section 6 of the slicing paper on Adult: learning from releases, and fake tuples. The
// paper cross-validates within a release; this program predicts other people. Descriptions of the
// releases and numbers of fake tuples go to the standard output as CSV. The training and test data
// of classifiers go to ARFF files named
// table-split-l-method-target.linking.{train,points,recoded}.arff; tests with unchanged values go
// to table-split-target.points.arff.

namespace microdata::experiment {
namespace {

struct Options {
  std::string adult;
  std::string folder;
  Row rows = 45'222;
  std::size_t splits = 1;
  std::size_t linkings = 5;
  std::vector<double> l{2, 3, 5, 7};
  bool distinct = false;
  std::size_t draws = 20'000;
  std::uint64_t seed = 1;
};

void note(const std::string& table, const std::string& setting, const std::string& measure,
          double value) {
  std::cout << table << ";" << setting << ";" << measure << ";" << value << std::endl;
}

std::string text(double number) {
  return arff_number(number);
}

// One table, one split of its people and one attribute to learn.
struct Task {
  const Table& published;
  const HoldOut& split;
  Table learned;
  // The people to learn from, for the writers of generalized tables.
  EncodedTable encoded;
  std::string folder;
  // First part of the files' names.
  std::string begin;
  std::string target;

  Task(const Table& table, const HoldOut& persons, std::string to_learn, std::string into,
       std::size_t number)
      : published(table),
        split(persons),
        learned(learned_table(table, to_learn)),
        encoded(encode(learned, learned.features.size(), persons.training)),
        folder(std::move(into)),
        begin(table.name + "_" + std::to_string(number)),
        target(std::move(to_learn)) {}

  std::string file(const std::string& setting) const {
    return folder + "/" + begin + "_" + setting + "_" + target;
  }
};

// Returns the position of an attribute in the published table; the class is last.
std::size_t place_of(const Table& published, const std::string& name) {
  return name == sensitive_name ? published.features.size() : index_of(published, name);
}

void write_test(const Task& task) {
  const LinkedRows rows(task.learned.features.size() + 1, &task.split.test);
  write_linked(task.folder + "/" + task.begin + "_" + task.target + ".points.arff", task.learned,
               rows);
}

// Writes the rows that a random linking within the buckets produces (section 6.1).
void write_linking(const Task& task, const Microdata& data, Slicing slicing, std::size_t number,
                   const std::string& setting, Random& random) {
  if (slicing.columns.size() > 1)
    slicing.linking = permute_columns(slicing.buckets, slicing.columns.size(), random, {});
  std::vector<std::vector<Row>> source;
  for (const std::vector<Row>* linked : linking_of_attributes(data, slicing)) {
    std::vector<Row>& rows = source.emplace_back();
    for (const Row row : *linked)
      rows.push_back(task.split.training[row]);
  }
  LinkedRows rows;
  for (const Feature& feature : task.learned.features)
    rows.push_back(&source[place_of(task.published, feature.name)]);
  rows.push_back(&source[place_of(task.published, task.target)]);
  write_linked(task.file(setting) + "." + std::to_string(number) + ".train.arff", task.learned,
               rows);
}

// Classes divided until each has one value of an attribute, which is then published as a set.
struct Divided {
  TuplePartition classes;
  // Original class of each divided class.
  std::vector<std::size_t> of;
  GeneralizedAttribute attribute;
};

Divided divide_by(const TuplePartition& classes, const std::vector<Code>& values, Code distinct) {
  Divided result;
  for (Code code = 0; code < distinct; ++code)
    result.attribute.values.push_back({{code}, {}, 0, 0});
  for (std::size_t c = 0; c < classes.buckets(); ++c) {
    std::map<Code, std::vector<Row>> parts;
    for (const Row row : classes.bucket(c))
      parts[values[row]].push_back(row);
    for (const auto& [code, rows] : parts) {
      result.classes.rows.insert(result.classes.rows.end(), rows.begin(), rows.end());
      result.classes.offsets.push_back(static_cast<Row>(result.classes.rows.size()));
      result.of.push_back(c);
      result.attribute.value_of_class.push_back(code);
    }
  }
  return result;
}

// Returns a generalized table for learning a quasi-identifier: each value of its set is equally
// likely. The sensitive attribute becomes one of the features.
PublishedTable with_drawn_target(const Task& task, const Microdata& data,
                                 const Generalization& release, Random& random) {
  Divided divided =
      divide_by(release.classes, data.columns.back(), data.attributes.back().distinct);
  PublishedTable result{std::move(divided.classes), {}, std::vector<Code>(data.rows)};
  for (std::size_t f = 0; f + 1 < task.learned.features.size(); ++f) {
    GeneralizedAttribute attribute =
        release.attributes[index_of(task.published, task.learned.features[f].name)];
    attribute.attribute = f;
    std::vector<std::uint32_t> values;
    for (const std::size_t c : divided.of)
      values.push_back(attribute.value_of_class[c]);
    attribute.value_of_class = std::move(values);
    result.attributes.push_back(std::move(attribute));
  }
  divided.attribute.attribute = task.learned.features.size() - 1;
  result.attributes.push_back(std::move(divided.attribute));
  const GeneralizedAttribute& target = release.attributes[index_of(task.published, task.target)];
  for (std::size_t c = 0; c < release.classes.buckets(); ++c) {
    const std::vector<Code>& codes = target.values[target.value_of_class[c]].codes;
    for (const Row row : release.classes.bucket(c))
      result.class_values[row] = codes[random.below(static_cast<std::uint32_t>(codes.size()))];
  }
  return result;
}

void write_classes(const Task& task, const Microdata& data, const Generalization& release,
                   std::size_t number, const std::string& setting, Random& random) {
  const PublishedTable published =
      task.target == sensitive_name
          ? PublishedTable{release.classes, release.attributes, data.columns.back()}
          : with_drawn_target(task, data, release, random);
  const std::string file = task.file(setting) + "." + std::to_string(number);
  write_training(file + ".train.arff", task.learned, task.encoded, published);
  write_points(file + ".points.arff", task.learned, task.split.test, published);
  write_recoded(file + ".recoded.arff", task.learned, task.encoded, task.split.test, published);
}

void write_release(const std::vector<Task>& tasks, const Microdata& data, const Release& release,
                   const std::string& setting, std::size_t linkings, Random& random) {
  for (const Task& task : tasks) {
    for (std::size_t number = 1; number <= linkings; ++number) {
      if (const auto* slicing = std::get_if<Slicing>(&release)) {
        write_linking(task, data, *slicing, number, setting, random);
        if (slicing->columns.size() == 1) break;
      } else {
        write_classes(task, data, std::get<Generalization>(release), number, setting, random);
        if (task.target == sensitive_name) break;
      }
    }
  }
}

void describe(const std::string& table, const std::string& setting, const Microdata& data,
              const Release& release, double milliseconds) {
  note(table, setting, "milliseconds", milliseconds);
  const auto* slicing = std::get_if<Slicing>(&release);
  const TuplePartition& groups =
      slicing != nullptr ? slicing->buckets : std::get<Generalization>(release).classes;
  note(table, setting, "group size", mean_bucket_size(groups));
  if (slicing != nullptr) {
    std::cout << table << ";" << setting << ";columns;" << columns_as_text(data, *slicing)
              << std::endl;
  }
}

// Returns the settings by diversity. Distinct diversity leaves out Anatomy, which forms its groups
// by the bound 1/l alone.
std::vector<Setting> settings(const std::vector<double>& diversities, bool distinct) {
  std::vector<Setting> result{{Method::original, 1}};
  for (const double l : diversities) {
    if (distinct) {
      result.push_back({Method::slicing, l, 1, 2});
      result.push_back({Method::mondrian_buckets, l});
      result.push_back({Method::generalization, l});
      continue;
    }
    for (const std::size_t columns : {2U, 5U, 7U})
      result.push_back({Method::slicing, l, 1, columns});
    result.push_back({Method::anatomy, l});
    result.push_back({Method::mondrian_buckets, l});
    result.push_back({Method::generalization, l});
  }
  for (Setting& setting : result)
    setting.distinct = distinct && setting.method != Method::original;
  return result;
}

// Returns the share of the most frequent value. If the share is above 1/l, no release of the table
// can satisfy the bound.
double greatest_share(const std::vector<Code>& values) {
  std::map<Code, std::size_t> rows;
  std::size_t most = 0;
  for (const Code value : values)
    most = std::max(most, ++rows[value]);
  return static_cast<double>(most) / static_cast<double>(values.size());
}

void prepare_classifiers(const Table& table, const Options& options, std::size_t number,
                         Random& random) {
  const HoldOut split = hold_out(table.rows(), random, options.rows);
  const EncodedTable encoded = encode_sensitive(table, split.training);
  std::vector<Task> tasks;
  for (const std::string& target : {sensitive_name, learned_too}) {
    tasks.emplace_back(table, split, target, options.folder, number);
    write_test(tasks.back());
  }
  note(table.name, "1_original", "most frequent " + sensitive_name,
       greatest_share(encoded.data.columns.back()));
  for (const Setting& setting : settings(options.l, options.distinct)) {
    const auto begin = std::chrono::steady_clock::now();
    const std::optional<Release> release = publish(encoded.data, setting, random);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    const std::string name = text(setting.l) + "_" + name_of(setting);
    if (!release) {
      note(table.name, name, "infeasible", 1);
      continue;
    }
    describe(table.name, name, encoded.data, *release, time.count());
    write_release(tasks, encoded.data, *release, name, options.linkings, random);
  }
}

// Counts the fake tuples of section 6.3, with columns by correlation and random buckets.
void count_fakes(const Table& table, const Options& options, Random& random) {
  const EncodedTable encoded = encode_sensitive(table, random_order(table.rows(), random));
  for (const std::size_t columns : {2U, 5U}) {
    SlicingOptions how;
    how.columns = columns;
    const AttributePartition partition = find_attribute_partition(encoded.data, how, {});
    for (const Row size : {10U, 100U, 500U, 1000U}) {
      const FakeTuples found =
          count_fake_tuples(encoded.data, partition, size, options.draws, random);
      const std::string setting = std::to_string(columns) + "_" + std::to_string(size);
      note(table.name, setting, "fakes", found.all_fakes);
      note(table.name, setting, "standard error", found.standard_error);
      const char* const categories[] = {"up to 10", "11 to 20", "more than 20"};
      for (std::size_t i = 0; i < found.fakes.size(); ++i) {
        note(table.name, setting, std::string("fakes ") + categories[i], found.fakes[i]);
        note(table.name, setting, std::string("originals ") + categories[i], found.originals[i]);
      }
    }
  }
}

void run(const Options& options) {
  std::filesystem::create_directories(options.folder);
  std::cout << "table;setting;measure;value\n";
  const Table adult = read_adult_table(options.adult);
  Random random = Random::seeded(options.seed);
  for (const Table& table : occupation_tables(adult)) {
    if (options.draws > 0) count_fakes(table, options, random);
    for (std::size_t number = 1; number <= options.splits; ++number)
      prepare_classifiers(table, options, number, random);
  }
}

}  // namespace
}  // namespace microdata::experiment

int main(int argc, char** argv) {
  microdata::experiment::Options options;
  CLI::App app("Slicing against bucketization and generalization: files for classifiers");
  app.option_defaults()->always_capture_default();
  app.add_option("csv", options.adult, "the UCI Adult data")->required()->check(CLI::ExistingFile);
  app.add_option("folder", options.folder, "of the ARFF files")->required();
  app.add_option("--rows", options.rows, "drawn, of which 70% are published")
      ->check(CLI::PositiveNumber);
  app.add_option("--splits", options.splits, "hold-outs");
  app.add_option("--linkings", options.linkings, "of the columns of each release");
  app.add_option("--l", options.l, "diversities");
  app.add_flag("--distinct", options.distinct,
               "l counts the different values of a bucket, and bounds no share");
  app.add_option("--draws", options.draws, "of fake tuples; 0: they are not counted");
  app.add_option("--seed", options.seed, "of everything random");
  return microdata::experiment::run_experiment(app, argc, argv,
                                               [&] { microdata::experiment::run(options); });
}
