#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"

// Tables of the papers' experiments, with all cells as numbers.

namespace microdata::experiment {

struct Feature {
  std::string name;
  // Number of each row; for a nominal feature the 0-based index of its label.
  std::vector<double> values;
  // Labels of a nominal feature; empty for numbers.
  std::vector<std::string> labels;

  bool nominal() const { return !labels.empty(); }
};

// A table of people with the class to predict.
struct Table {
  std::string name;
  std::vector<Feature> features;
  // Block of each feature, if the features are generated in blocks.
  std::vector<std::size_t> block_of_feature;
  Feature class_attribute;

  Row rows() const { return static_cast<Row>(class_attribute.values.size()); }
};

// Returns the UCI Adult data: 14 features and salary as the class. Throws std::runtime_error if the
// file does not exist.
Table read_adult_table(const std::string& path);

// Returns the UCI data of Musk, of either version, from a file without a header: 166 features and
// whether the molecule is musk. The names of molecules and shapes are left out. The features are in
// random order, so that the first n are n random ones. Throws std::runtime_error if the file does
// not exist.
Table read_musk_table(const std::string& path, Random& random);

// Returns the 0-based index of a feature. Throws std::invalid_argument if no feature has the name.
std::size_t index_of(const Table& table, const std::string& name);

// Returns the rows with the given features, in the given order, and another class to predict.
Table with_class(const Table& table, const std::vector<std::string>& features,
                 const std::string& class_attribute);

// Selected rows and the first features of a table in the core's format, with the number of each
// code. The class is last and insensitive.
struct EncodedTable {
  Microdata data;
  std::vector<std::vector<double>> value_of_code;
};

EncodedTable encode(const Table& table, std::size_t features, const std::vector<Row>& rows);

std::vector<Row> random_order(Row rows, Random& random);

struct HoldOut {
  std::vector<Row> training;
  std::vector<Row> test;
};

// Splits all rows, or `most` rows drawn at random, into 70% for training and the rest for tests.
HoldOut hold_out(Row rows, Random& random, std::optional<Row> most);

}  // namespace microdata::experiment
