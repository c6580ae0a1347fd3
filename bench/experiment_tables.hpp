#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/random.hpp"

// The tables that experiments repeat papers on, all of whose cells are known as numbers.

namespace microdata::experiment {

struct Feature {
  std::string name;
  // Of each row; of a nominal feature the index of its label.
  std::vector<double> values;
  // Empty for numbers.
  std::vector<std::string> labels;

  bool nominal() const { return !labels.empty(); }
};

// A table of persons with the class to predict.
struct Table {
  std::string name;
  std::vector<Feature> features;
  // Where the features are generated in blocks.
  std::vector<std::size_t> block_of_feature;
  Feature class_attribute;

  Row rows() const { return static_cast<Row>(class_attribute.values.size()); }
};

// The UCI data: 14 features and salary as the class. Throws std::runtime_error where there is no
// such file.
Table read_adult_table(const std::string& path);

// The UCI data of Musk, of either version: the names of a molecule and of its shape, which are left
// out, 166 features and whether it is musk; without a header. The features come in random order:
// the first so many are so many random ones. Throws std::runtime_error where there is no such file.
Table read_musk_table(const std::string& path, Random& random);

// The place of a feature. Throws std::invalid_argument where there is none of that name.
std::size_t index_of(const Table& table, const std::string& name);

// The same rows with those features alone, in that order, and another class to predict.
Table with_class(const Table& table, const std::vector<std::string>& features,
                 const std::string& class_attribute);

// Some rows and the first features of a table as the core takes them, the class last and
// insensitive, with the number that each code stands for.
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

// 70% for training, of all rows or of so many at most, drawn at random.
HoldOut hold_out(Row rows, Random& random, std::optional<Row> most);

}  // namespace microdata::experiment
