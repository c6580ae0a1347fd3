#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/random.hpp"

// The tables of the experiment with fragmentation, all of whose cells are known as numbers.

namespace microdata::fragmentation_experiment {

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

// As many rows as Musk has, and as many musks among them, 15.4%. 160 features in 16 blocks of ten,
// from standard normal variables: g of a row, h of a row and a block, e of a cell.
//   a block's factor   f = sqrt(0.5) g + sqrt(0.5) h
//   a feature          400 Phi(sqrt(0.5) f + sqrt(0.5) e), rounded; Phi: the normal distribution
// so that features are uniform, correlated within blocks and less so between them. Musks are the
// rows with the greatest g. Features come in random order: the first so many are so many random
// ones.
Table musk_like(Random& random);

// The UCI data: 14 features and salary as the class. Throws std::runtime_error where there is no
// such file.
Table read_adult_table(const std::string& path);

// Some rows and the first features of a table as the core takes them, the class last and
// insensitive, with the number that each code stands for.
struct EncodedTable {
  Microdata data;
  std::vector<std::vector<double>> value_of_code;
};

EncodedTable encode(const Table& table, std::size_t features, const std::vector<Row>& rows);

}  // namespace microdata::fragmentation_experiment
