#pragma once

#include <string>
#include <vector>

#include "experiment_tables.hpp"

// OCC-7 and OCC-15 of the slicing paper (section 6): Adult with seven attributes, and with all.

namespace microdata::experiment {

inline const std::string sensitive_name = "occupation";
inline const std::string learned_too = "education";

// The sensitive attribute is the class.
std::vector<Table> occupation_tables(const Table& adult);

// Some rows as they are published.
EncodedTable encode_sensitive(const Table& table, const std::vector<Row>& rows);

// The same table with another attribute to learn, from all others; the number of years that an
// education takes would give it away.
Table learned_table(const Table& table, const std::string& target);

}  // namespace microdata::experiment
