#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "experiment_tables.hpp"

// Writers of attribute-relation files, Weka's format.

namespace microdata::experiment {

std::string arff_number(double number);

// Returns the quoted label of a nominal feature.
std::string arff_label(const Feature& feature, double value);

// Declares the class, which is the last attribute, and begins the rows.
void begin_arff_data(std::ofstream& file, const Feature& class_attribute);

// Throws std::runtime_error if the file could not be written.
void end_arff(std::ofstream& file, const std::string& path);

// Rows whose values are at each position, for each feature of the table and last for its class.
using LinkedRows = std::vector<const std::vector<Row>*>;

// Writes the values without changes, nominal or numeric.
void write_linked(const std::string& path, const Table& table, const LinkedRows& rows);

}  // namespace microdata::experiment
