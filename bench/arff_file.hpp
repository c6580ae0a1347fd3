#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "experiment_tables.hpp"

// Weka's format, attribute-relation files.

namespace microdata::experiment {

std::string arff_number(double number);

// A nominal feature's label, quoted.
std::string arff_label(const Feature& feature, double value);

// Declares the class, which comes last; rows follow.
void begin_arff_data(std::ofstream& file, const Feature& class_attribute);

// Throws std::runtime_error where the file could not be written.
void end_arff(std::ofstream& file, const std::string& path);

// For each feature of the table, and last for its class, the row whose value stands at each place.
using LinkedRows = std::vector<const std::vector<Row>*>;

// Values as they are, nominal or numeric.
void write_linked(const std::string& path, const Table& table, const LinkedRows& rows);

}  // namespace microdata::experiment
