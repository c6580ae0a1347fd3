#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/selection.hpp"
#include "core/microdata/table_counts.hpp"
#include "core/regions/region_cuts.hpp"
#include "core/slicing/feasibility.hpp"
#include "core/slicing/slicing.hpp"
#include "experiment_main.hpp"
#include "experiment_tables.hpp"
#include "occupation_tables.hpp"

// Measures the utility that slicing loses by regions: Adult is sliced as a whole and by regions
// that are cut by a sample. The program prints the mean bucket size. For each attribute it prints
// the total variation distance between joint distributions with the sensitive attribute: that of
// the buckets and that of the table. The output is Markdown tables.

namespace microdata::experiment {
namespace {

struct Options {
  std::string adult;
  std::vector<Row> rows{45'222};
  std::uint32_t regions = 16;
  std::string sensitive = sensitive_name;
  double l = 3;
  std::size_t columns = 2;
  std::size_t sample = 0;
  std::size_t releases = 3;
  std::uint64_t seed = 1;
};

// Rows of the table by bucket.
using Buckets = std::vector<std::vector<Row>>;

struct Release {
  AttributePartition columns;
  Buckets buckets;
  std::vector<std::size_t> region_rows;
};

void add_buckets(const Slicing& slicing, std::span<const Row> rows, Release& release) {
  for (std::size_t b = 0; b < slicing.buckets.buckets(); ++b) {
    std::vector<Row>& bucket = release.buckets.emplace_back();
    for (const Row row : slicing.buckets.bucket(b))
      bucket.push_back(rows[row]);
  }
}

Release slice_by_regions(const Microdata& data, const CutTree& tree, const SlicingOptions& options,
                         Random& random) {
  Release release{options.groups, {}, {}};
  std::vector<std::vector<Row>> rows(tree.regions());
  const std::vector<std::uint32_t> region = regions_of(tree, data);
  for (Row row = 0; row < data.rows; ++row)
    rows[region[row]].push_back(row);
  for (const std::vector<Row>& of_region : rows) {
    add_buckets(slice(selected(data, of_region, {}), options, random, {}), of_region, release);
    release.region_rows.push_back(of_region.size());
  }
  return release;
}

// Merges regions in which a sensitive column is infeasible, by exact counts.
CutTree merge_infeasible(const Microdata& data, const CutTree& tree,
                         const AttributePartition& columns, double l) {
  const std::vector<std::uint32_t> region = regions_of(tree, data);
  return merge_regions(tree, [&](std::span<const std::uint32_t> regions) {
    std::vector<Row> rows;
    for (Row row = 0; row < data.rows; ++row) {
      if (region[row] >= regions.front() && region[row] <= regions.back()) rows.push_back(row);
    }
    return std::none_of(columns.begin(), columns.end(), [&](const Column& column) {
      return find_infeasible(data, column, rows, l, {}).has_value();
    });
  });
}

// Returns the total variation distance of an attribute's joint distribution with the sensitive one:
// half the sum of absolute differences of shares.
double total_variation(const Microdata& data, const Release& release, std::size_t a,
                       std::size_t sensitive) {
  const bool linked =
      std::any_of(release.columns.begin(), release.columns.end(), [&](const Column& column) {
        return contains(column.attributes, a) && contains(column.attributes, sensitive);
      });
  if (linked) return 0;
  const std::size_t values = data.attributes[sensitive].distinct;
  std::vector<double> excess(data.attributes[a].distinct * values);
  for (const std::vector<Row>& bucket : release.buckets) {
    const double share = 1 / static_cast<double>(bucket.size());
    for (const Row x : bucket) {
      excess[data.columns[a][x] * values + data.columns[sensitive][x]] -= 1;
      for (const Row y : bucket)
        excess[data.columns[a][x] * values + data.columns[sensitive][y]] += share;
    }
  }
  double sum = 0;
  for (const double e : excess)
    sum += std::abs(e);
  return sum / 2 / data.rows;
}

// Figures of one release: the mean bucket size, then the distance of each attribute.
using Figures = std::vector<double>;

Figures figures_of(const Microdata& data, const Release& release) {
  const std::size_t sensitive = data.attributes.size() - 1;
  std::size_t published = 0;
  for (const std::vector<Row>& bucket : release.buckets)
    published += bucket.size();
  Figures figures{static_cast<double>(published) / static_cast<double>(release.buckets.size())};
  for (std::size_t a = 0; a < sensitive; ++a)
    figures.push_back(total_variation(data, release, a, sensitive));
  return figures;
}

double largest_region(const Release& release, Row rows) {
  return static_cast<double>(
             *std::max_element(release.region_rows.begin(), release.region_rows.end())) /
         rows;
}

// A figure of several pairs of releases, each pair from one table. The ratio is a ratio of means,
// because goals are about expectations; its standard error is by the delta method.
struct Comparison {
  double one = 0;
  double many = 0;
  double ratio = 1;
  double error = 0;
};

Comparison compare(const std::vector<Figures>& one, const std::vector<Figures>& many,
                   std::size_t figure) {
  Comparison result;
  const auto releases = static_cast<double>(one.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    result.one += one[i][figure] / releases;
    result.many += many[i][figure] / releases;
  }
  if (result.one == 0) return result;
  result.ratio = result.many / result.one;
  double squares = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    squares += std::pow(many[i][figure] - result.ratio * one[i][figure], 2);
  if (releases > 1) result.error = std::sqrt(squares / (releases - 1) / releases) / result.one;
  return result;
}

// Adds the table's counts of values, so that they are known in each region.
Microdata with_table_counts(Microdata data) {
  for (std::size_t a = 0; a < data.attributes.size(); ++a)
    data.attributes[a].table_counts = table_counts(data.attributes[a], data.columns[a], {});
  return data;
}

double largest_share(const Microdata& data) {
  const std::vector<std::uint64_t>& counts = data.attributes.back().table_counts;
  return static_cast<double>(*std::max_element(counts.begin(), counts.end())) / data.rows;
}

// Returns the quasi-identifiers in the column of the sensitive attribute and their combinations of
// values.
KnownBeside known_beside(const Microdata& data, const AttributePartition& columns) {
  KnownBeside known;
  for (const Column& column : columns) {
    if (!sensitive_attributes(data, column).empty())
      known.attributes = quasi_identifiers(data, column);
  }
  const Combinations combinations = combine(data, known.attributes);
  for (const Row row : representatives(combinations)) {
    std::vector<Code>& codes = known.combinations.emplace_back();
    for (const std::size_t a : known.attributes)
      codes.push_back(data.columns[a][row]);
  }
  return known;
}

CutTree cut_by_sample(const Microdata& data, const AttributePartition& columns,
                      const Options& options, Random& random) {
  RegionCutOptions how;
  how.regions = options.regions;
  how.attributes = attributes_with_role(data, Role::quasi_identifier);
  how.sensitive = attributes_with_role(data, Role::sensitive);
  how.known = {known_beside(data, columns)};
  how.l = options.l;
  how.rows = data.rows;
  std::vector<Row> rows = random_order(data.rows, random);
  const std::size_t size =
      options.sample > 0 ? options.sample
                         : sample_size(largest_share(data), options.l, how.regions, how.failure);
  if (rows.size() > size) rows.resize(size);
  return cut_regions(selected(data, rows, {}), how, {});
}

// Returns all rows of the table in random order, cut to or filled up to `rows` by random draws.
std::vector<Row> rows_of(const Table& table, Row rows, Random& random) {
  std::vector<Row> result = random_order(table.rows(), random);
  while (result.size() < rows)
    result.push_back(random.below(table.rows()));
  result.resize(rows);
  return result;
}

void compare_releases(const Table& table, Row rows, const Options& options) {
  std::vector<Figures> one;
  std::vector<Figures> many;
  std::size_t cut = 0;
  std::size_t kept = 0;
  double largest = 0;
  Microdata data;
  for (std::size_t i = 0; i < options.releases; ++i) {
    Random random = Random::seeded(options.seed + i);
    data = with_table_counts(encode_sensitive(table, rows_of(table, rows, random)).data);
    SlicingOptions how;
    how.columns = options.columns;
    how.l = options.l;
    std::vector<Row> all(data.rows);
    std::iota(all.begin(), all.end(), 0U);
    const Slicing slicing = slice(data, how, random, {});
    Release whole{slicing.columns, {}, {all.size()}};
    add_buckets(slicing, all, whole);
    how.groups = slicing.columns;
    one.push_back(figures_of(data, whole));

    const CutTree by_sample = cut_by_sample(data, slicing.columns, options, random);
    const CutTree tree = merge_infeasible(data, by_sample, slicing.columns, options.l);
    cut += by_sample.regions();
    kept += tree.regions();
    const Release by_regions = slice_by_regions(data, tree, how, random);
    largest = std::max(largest, largest_region(by_regions, data.rows));
    many.push_back(figures_of(data, by_regions));
  }
  std::cout.precision(4);
  std::cout << table.name << ", " << rows << " rows, l = " << options.l << ", " << options.releases
            << " releases; regions cut: " << cut << ", kept: " << kept << ", largest: " << largest
            << " of the rows\n\n"
            << "| | 1 region | " << options.regions
            << " regions | ratio | standard error |\n|---|---|---|---|---|\n";
  for (std::size_t figure = 0; figure < one.front().size(); ++figure) {
    const Comparison c = compare(one, many, figure);
    std::cout << "| " << (figure == 0 ? "mean bucket" : data.attributes[figure - 1].name) << " | "
              << c.one << " | " << c.many << " | " << c.ratio << " | " << c.error << " |\n";
  }
  std::cout << std::endl;
}

void run(const Options& options) {
  const Table adult = read_adult_table(options.adult);
  std::vector<std::string> features;
  for (const Feature& feature : adult.features)
    features.push_back(feature.name);
  features.push_back(adult.class_attribute.name);
  std::erase(features, options.sensitive);
  Table table = with_class(adult, features, options.sensitive);
  table.name = "Adult, " + options.sensitive;
  for (const Row rows : options.rows)
    compare_releases(table, rows, options);
}

}  // namespace
}  // namespace microdata::experiment

int main(int argc, char** argv) {
  using namespace microdata::experiment;
  Options options;
  CLI::App app("What slicing by regions loses");
  app.add_option("adult", options.adult, "adult.csv")->required();
  app.add_option("--rows", options.rows, "rows: more than there are are drawn with replacement");
  app.add_option("--regions", options.regions, "regions");
  app.add_option("--sensitive", options.sensitive, "the sensitive attribute");
  app.add_option("--l", options.l, "l");
  app.add_option("--columns", options.columns, "columns");
  app.add_option("--sample", options.sample,
                 "rows of the sample; 0: as microdata.plan_regions() would");
  app.add_option("--releases", options.releases, "releases of each kind, of which means are shown")
      ->check(CLI::PositiveNumber);
  app.add_option("--seed", options.seed, "seed");
  return run_experiment(app, argc, argv, [&] { run(options); });
}
