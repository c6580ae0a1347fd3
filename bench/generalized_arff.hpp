#pragma once

#include <string>
#include <vector>

#include "core/microdata/tuple_partition.hpp"
#include "core/partition/generalized_attribute.hpp"
#include "experiment_tables.hpp"

// What classifiers that know points only learn from generalized values.

namespace microdata::experiment {

// One published table: equivalence classes with what they show, and the class value of each row of
// the source.
struct PublishedTable {
  TuplePartition classes;
  std::vector<GeneralizedAttribute> attributes;
  std::vector<Code> class_values;
};

// In Weka's format. A range is two attributes, its bounds; a set one
// attribute for each value of the domain, the share of the rows that have it if all values of the
// set are equally likely. The class comes last.
// Throws std::runtime_error where the file cannot be written.
void write_training(const std::string& path, const Table& table, const EncodedTable& encoded,
                    const PublishedTable& published);

// Rows of the table as they are, in the same attributes: values that are ranges, or sets, of one.
void write_points(const std::string& path, const Table& table, const std::vector<Row>& rows,
                  const PublishedTable& published);

// The same rows recoded as the release would have them: each as the equivalence class nearest to
// it, by the sum over the attributes of how far it lies outside the range, by the attribute's
// width, or 1 where it is not in the set; of several that contain it, the smallest.
void write_recoded(const std::string& path, const Table& table, const EncodedTable& encoded,
                   const std::vector<Row>& rows, const PublishedTable& published);

}  // namespace microdata::experiment
