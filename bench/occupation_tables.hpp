#pragma once

#include <string>
#include <vector>

#include "experiment_tables.hpp"

// The tables OCC-7 and OCC-15 of the slicing paper (section 6): Adult with seven attributes, and
// with all.

namespace microdata::experiment {

inline const std::string sensitive_name = "occupation";
inline const std::string learned_too = "education";

// Returns both tables; the sensitive attribute is the class.
std::vector<Table> occupation_tables(const Table& adult);

// Returns the given rows in the core's format, with the class as sensitive attribute.
EncodedTable encode_sensitive(const Table& table, const std::vector<Row>& rows);

// Returns the table with another attribute to learn from all others. The number of years of
// education is left out if education is learned, because the number determines it.
Table learned_table(const Table& table, const std::string& target);

}  // namespace microdata::experiment
