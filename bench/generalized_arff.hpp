#pragma once

#include <string>
#include <vector>

#include "core/microdata/tuple_partition.hpp"
#include "core/partition/generalized_attribute.hpp"
#include "experiment_tables.hpp"

// Training and test data for classifiers that only accept points, made from generalized values.

namespace microdata::experiment {

// One published table: equivalence classes with their published values, and the class value of each
// row of the source.
struct PublishedTable {
  TuplePartition classes;
  std::vector<GeneralizedAttribute> attributes;
  std::vector<Code> class_values;
};

// Writes the table in Weka's format. A range becomes two attributes, its bounds. A set becomes one
// attribute for each value of the domain, the value's share if all values of the set are equally
// likely. The class is last.
// Throws std::runtime_error if the file cannot be written.
void write_training(const std::string& path, const Table& table, const EncodedTable& encoded,
                    const PublishedTable& published);

// Writes unchanged rows of the table in the same attributes: each value becomes a range or set of
// one value.
void write_points(const std::string& path, const Table& table, const std::vector<Row>& rows,
                  const PublishedTable& published);

// Writes the same rows recoded as in the release: each takes the values of the nearest equivalence
// class. The distance is a sum over attributes: the distance to the range divided by the
// attribute's width, or 1 if the set lacks the value. If several classes contain the row, the
// smallest class is taken.
void write_recoded(const std::string& path, const Table& table, const EncodedTable& encoded,
                   const std::vector<Row>& rows, const PublishedTable& published);

}  // namespace microdata::experiment
