#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/fragmentation/fragment_construction.hpp"
#include "core/fragmentation/fragmentation.hpp"
#include "core/generalization/generalization.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/utility/extent_loss.hpp"
#include "experiment_main.hpp"
#include "experiment_tables.hpp"
#include "generalized_arff.hpp"
#include "median_mondrian.hpp"
#include "musk_like.hpp"

// Repeats section 6 and appendix D of the fragmentation paper on a generated table like Musk, on
// Adult, and on the available version of Musk. Information losses go to the standard output as CSV.
// The training and test data of classifiers go to ARFF files named
// table-features-k-method.fragment.{train,points,recoded}.arff.

namespace microdata::experiment {
namespace {

struct Options {
  std::string adult;
  std::string folder;
  // Path of the data of Musk; empty to skip them.
  std::string musk;
  Row adult_rows = 6'000;
  std::uint64_t seed = 1;
};

struct Method {
  std::string name;
  // Number of fragments; 0 for the whole table.
  std::size_t fragments = 0;
  Enforcement enforcement = Enforcement::dependency_graph;
  double l = 1;
  // True if the paper's own Mondrian replaces the core's.
  bool median = false;
};

const std::vector<Method> classified{
    {"unfragmented", 0},
    {"naive", 2, Enforcement::naive},
    {"dependency-graph", 2},
    {"delta-selectivity", 2, Enforcement::delta_selectivity},
    {"unfragmented-l", 0, Enforcement::dependency_graph, 2},
    {"fragmented-l", 2, Enforcement::dependency_graph, 2},
};

// Methods that cut at medians, as in the paper's figures. All features are numeric.
const std::vector<Method> at_medians{
    {"median", 0, Enforcement::dependency_graph, 1, true},
    {"median-naive", 2, Enforcement::naive, 1, true},
    {"median-dependency-graph", 2, Enforcement::dependency_graph, 1, true},
};

struct Release {
  std::vector<PublishedTable> tables;
  Row changed = 0;
};

constexpr unsigned threads = 2;

Release publish_whole(const Microdata& data, std::uint32_t k, double l, Random& random) {
  GeneralizationOptions options;
  options.k = k;
  options.threads = threads;
  if (l > 1) options.privacy.emplace_back(LDiversity{l, LDiversity::Variant::distinct, 1});
  Generalization result = generalize(data, options, random, {});
  Release release;
  release.tables.push_back(
      {std::move(result.classes), std::move(result.attributes), data.columns.back()});
  return release;
}

// Replaces a fragment by a version (definition 4.2): each ambiguous row takes one of the values
// that its equivalence class keeps, with equal probabilities.
void draw_version(PublishedFragment& fragment, Random& random) {
  std::vector<Code> kept;
  for (std::size_t c = 0; c < fragment.classes.buckets(); ++c) {
    kept.clear();
    for (const Row row : fragment.classes.bucket(c)) {
      if (fragment.class_values[row] != ambiguous) kept.push_back(fragment.class_values[row]);
    }
    for (const Row row : fragment.classes.bucket(c)) {
      if (fragment.class_values[row] != ambiguous) continue;
      fragment.class_values[row] = kept[random.below(static_cast<std::uint32_t>(kept.size()))];
    }
  }
}

Release publish_fragments(const Microdata& data, std::uint32_t k, const Method& method,
                          Random& random) {
  FragmentationOptions options;
  options.class_attribute = data.attributes.size() - 1;
  options.fragments = method.fragments;
  options.k = k;
  options.l = method.l;
  options.enforcement = method.enforcement;
  options.threads = threads;
  Fragmentation result = fragment(data, options, random, {});
  Release release{{}, result.changed()};
  for (PublishedFragment& fragment : result.fragments) {
    if (method.enforcement == Enforcement::delta_selectivity) draw_version(fragment, random);
    release.tables.push_back({std::move(fragment.classes), std::move(fragment.attributes),
                              std::move(fragment.class_values)});
  }
  return release;
}

// Publishes the same fragments, each cut at medians. With two class values every join has at least
// k rows, so that the dependency graph changes no value. The naive method replaces each value by
// the majority of its equivalence class.
Release publish_at_medians(const Microdata& data, std::uint32_t k, const Method& method,
                           Random& random) {
  std::vector<AttributeSet> fragments{attributes_with_role(data, Role::quasi_identifier)};
  if (method.fragments > 0) {
    const std::size_t class_attribute = data.attributes.size() - 1;
    fragments.clear();
    for (const Fragment& planned :
         plan_fragments(data, class_attribute, method.fragments, {}, threads, random, {}).fragments)
      fragments.push_back(planned.attributes);
  }
  Release release;
  for (const AttributeSet& attributes : fragments) {
    PublishedTable& table = release.tables.emplace_back();
    table.classes = median_mondrian(data, attributes, k);
    for (const std::size_t a : attributes)
      table.attributes.push_back(generalize_attribute(data, a, table.classes, {}, {}));
    table.class_values = data.columns.back();
    for (std::size_t c = 0; c < table.classes.buckets() && method.enforcement == Enforcement::naive;
         ++c) {
      const std::span<const Row> rows = table.classes.bucket(c);
      const auto first = std::count_if(rows.begin(), rows.end(),
                                       [&](Row row) { return data.columns.back()[row] == 0; });
      const Code majority = static_cast<std::size_t>(first) * 2 >= rows.size() ? 0 : 1;
      for (const Row row : rows) {
        release.changed += data.columns.back()[row] != majority ? 1 : 0;
        table.class_values[row] = majority;
      }
    }
  }
  return release;
}

Release publish(const EncodedTable& encoded, std::uint32_t k, const Method& method,
                Random& random) {
  if (method.median) return publish_at_medians(encoded.data, k, method, random);
  Microdata data = encoded.data;
  if (method.l > 1) data.attributes.back().role = Role::sensitive;
  return method.fragments == 0 ? publish_whole(data, k, method.l, random)
                               : publish_fragments(data, k, method, random);
}

// Publishes the unchanged rows, each as its own equivalence class.
Release publish_original(const EncodedTable& encoded, Random& random) {
  return publish_whole(encoded.data, 1, 1, random);
}

PublishedExtents extents_of(const EncodedTable& encoded, const TuplePartition& classes,
                            const GeneralizedAttribute& attribute) {
  std::vector<std::uint32_t> value_of_row;
  for (std::size_t c = 0; c < classes.buckets(); ++c)
    value_of_row.insert(value_of_row.end(), classes.bucket(c).size(), attribute.value_of_class[c]);
  const std::vector<double>& number = encoded.value_of_code[attribute.attribute];
  if (attribute.kind == GeneralizedAttribute::Kind::range) {
    std::vector<double> lower;
    std::vector<double> upper;
    for (const GeneralizedValue& value : attribute.values) {
      lower.push_back(number[value.codes.front()]);
      upper.push_back(number[value.codes.back()]);
    }
    return extents_of_intervals(lower, upper, std::move(value_of_row));
  }
  PublishedExtents result;
  for (const GeneralizedValue& value : attribute.values) {
    const std::size_t size = value.codes.size();
    result.of_value.push_back(size > 1 ? static_cast<double>(size) : 0);
  }
  result.whole = static_cast<double>(number.size());
  result.value_of_row = std::move(value_of_row);
  return result;
}

double information_loss_of(const EncodedTable& encoded, const Release& release) {
  std::vector<PublishedExtents> extents;
  for (const PublishedTable& table : release.tables) {
    for (const GeneralizedAttribute& attribute : table.attributes)
      extents.push_back(extents_of(encoded, table.classes, attribute));
  }
  return extent_loss(extents, {});
}

// One setting of the experiment.
struct Setting {
  const Table& table;
  std::size_t features;
  std::uint32_t k;
};

void note(const Setting& setting, const std::string& measure, const std::string& of, double value) {
  std::cout << setting.table.name << ";" << setting.features << ";" << setting.k << ";" << measure
            << ";" << of << ";" << value << std::endl;
}

// Publishes two halves of the blocks, each anonymized without regard to joins, so that correlated
// attributes stay together. The paper has no such method.
Release publish_halves(const Table& table, const EncodedTable& encoded, std::uint32_t k,
                       Random& random) {
  Release release;
  for (std::size_t half = 0; half < 2; ++half) {
    Microdata data = encoded.data;
    for (std::size_t a = 0; a + 1 < data.attributes.size(); ++a) {
      if (table.block_of_feature[a] % 2 != half) data.attributes[a].role = Role::insensitive;
    }
    release.tables.push_back(std::move(publish_whole(data, k, 1, random).tables.front()));
  }
  return release;
}

bool has_numbers_alone(const Table& table) {
  return std::none_of(table.features.begin(), table.features.end(),
                      [](const Feature& feature) { return feature.nominal(); });
}

void measure_loss(const Setting& setting, Random& random) {
  const EncodedTable encoded =
      encode(setting.table, setting.features, random_order(setting.table.rows(), random));
  std::vector<Method> methods{classified[0], classified[4], classified[5]};
  for (const Method& method : at_medians) {
    if (method.enforcement != Enforcement::naive && has_numbers_alone(setting.table))
      methods.push_back(method);
  }
  for (const std::size_t fragments : {2, 4, 8, 16}) {
    if (fragments * 2 > setting.features) continue;
    methods.push_back({std::to_string(fragments) + " fragments", fragments});
  }
  for (const Method& method : methods) {
    const auto begin = std::chrono::steady_clock::now();
    const Release release = publish(encoded, setting.k, method, random);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    note(setting, "loss", method.name, information_loss_of(encoded, release));
    note(setting, "changed", method.name, release.changed);
    note(setting, "milliseconds", method.name, time.count());
    for (std::size_t f = 0; f < release.tables.size() && method.fragments == 2; ++f) {
      note(setting, "features of fragment " + std::to_string(f + 1), method.name,
           static_cast<double>(release.tables[f].attributes.size()));
    }
  }
  if (setting.table.block_of_feature.empty()) return;
  note(setting, "loss", "halves of blocks",
       information_loss_of(encoded, publish_halves(setting.table, encoded, setting.k, random)));
}

void write_files(const Setting& setting, const HoldOut& split, const std::string& method,
                 const EncodedTable& encoded, const Release& release, const std::string& folder) {
  const std::string name = folder + "/" + setting.table.name + "-" +
                           std::to_string(setting.features) + "-" + std::to_string(setting.k) +
                           "-" + method + ".";
  for (std::size_t f = 0; f < release.tables.size(); ++f) {
    const std::string begin = name + std::to_string(f + 1);
    write_training(begin + ".train.arff", setting.table, encoded, release.tables[f]);
    write_points(begin + ".points.arff", setting.table, split.test, release.tables[f]);
    const std::string recoded = begin + ".recoded.arff";
    if (setting.k > 1) {
      write_recoded(recoded, setting.table, encoded, split.test, release.tables[f]);
    } else {
      write_points(recoded, setting.table, split.test, release.tables[f]);
    }
  }
}

// Writes files for every k, and files of the unchanged rows under k = 1, which recoding does not
// change.
void prepare_classifiers(const Table& table, std::size_t features,
                         const std::vector<std::uint32_t>& anonymity, const HoldOut& split,
                         const std::string& folder, Random& random) {
  const EncodedTable encoded = encode(table, features, split.training);
  const Setting original{table, features, 1};
  write_files(original, split, "original", encoded, publish_original(encoded, random), folder);
  for (const std::uint32_t k : anonymity) {
    const Setting setting{table, features, k};
    std::vector<Method> methods = classified;
    if (has_numbers_alone(table))
      methods.insert(methods.end(), at_medians.begin(), at_medians.end());
    for (const Method& method : methods) {
      const Release release = publish(encoded, k, method, random);
      note(setting, "changed in training", method.name, release.changed);
      note(setting, "training loss", method.name, information_loss_of(encoded, release));
      write_files(setting, split, method.name, encoded, release, folder);
    }
  }
}

// Writes the files of figures 2 and 3: by the number of features at k = 40, and by k at 40
// features.
void prepare_figures(const Table& table, std::vector<std::size_t> features, const HoldOut& split,
                     const std::string& folder, Random& random) {
  for (const std::size_t count : features) {
    const std::vector<std::uint32_t> anonymity =
        count == 40 ? std::vector<std::uint32_t>{10, 20, 40, 80} : std::vector<std::uint32_t>{40};
    prepare_classifiers(table, count, anonymity, split, folder, random);
  }
}

// Writes the results of both figures for the original Musk data.
void run_on_musk(const Options& options) {
  Random random = Random::seeded(options.seed);
  const Table musk = read_musk_table(options.musk, random);
  for (const std::uint32_t k : {10U, 20U, 40U, 80U}) {
    for (const std::size_t features : {10U, 20U, 30U, 40U, 160U})
      measure_loss({musk, features, k}, random);
  }
  prepare_figures(musk, {10, 20, 30, 40}, hold_out(musk.rows(), random, std::nullopt),
                  options.folder, random);
}

void run(const Options& options) {
  std::filesystem::create_directories(options.folder);
  std::cout << "table;features;k;measure;of;value\n";
  if (!options.musk.empty()) {
    run_on_musk(options);
    return;
  }
  const Table adult = read_adult_table(options.adult);
  Random random = Random::seeded(options.seed);
  const Table musk = musk_like(random);
  for (const std::uint32_t k : {10U, 20U, 40U, 80U}) {
    for (const std::size_t features : {10U, 20U, 40U, 80U, 160U})
      measure_loss({musk, features, k}, random);
    measure_loss({adult, adult.features.size(), k}, random);
  }
  prepare_figures(musk, {10, 20, 40, 160}, hold_out(musk.rows(), random, std::nullopt),
                  options.folder, random);
  prepare_classifiers(adult, adult.features.size(), {10, 20, 40, 80},
                      hold_out(adult.rows(), random, options.adult_rows), options.folder, random);
}

}  // namespace
}  // namespace microdata::experiment

int main(int argc, char** argv) {
  microdata::experiment::Options options;
  CLI::App app("Fragmentation against Mondrian: information loss, and files for classifiers");
  app.option_defaults()->always_capture_default();
  app.add_option("csv", options.adult, "the UCI Adult data")->required()->check(CLI::ExistingFile);
  app.add_option("folder", options.folder, "of the ARFF files")->required();
  app.add_option("--musk", options.musk, "the UCI data of Musk, instead of all other tables")
      ->check(CLI::ExistingFile);
  app.add_option("--adult-rows", options.adult_rows, "sampled for the classifiers")
      ->check(CLI::PositiveNumber);
  app.add_option("--seed", options.seed, "of everything random");
  return microdata::experiment::run_experiment(app, argc, argv,
                                               [&] { microdata::experiment::run(options); });
}
