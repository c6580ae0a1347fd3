#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Keys and foreign keys of a column: in the source, in the tables whose columns it shows through
// views, and in tables that these inherit from or are inherited by.
struct KeyColumn {
  // True if the column is part of a primary key, or alone in a unique constraint or index of all
  // rows.
  bool key = false;
  // True if the column is the only one of a key.
  bool unique = false;
  // Names of the tables to which foreign keys with the column refer.
  std::vector<std::string> references;
  // True if one of these tables is not the table that has the foreign key.
  bool refers_elsewhere = false;
  // True if the column might be a code. The column must be the only one of each of its foreign
  // keys. Neither its name nor those of the referenced tables and their columns may be names for
  // persons.
  bool refers_to_codes = false;
};

// Returns the facts for each of the source's columns. Requires a SpiSession and a lock on the
// source.
std::vector<KeyColumn> key_columns(const Source& source);

// Returns the source's other columns in a key of several columns with the column: in the primary
// key, or else in a unique index of all rows. Empty if there is no such key. Requires a SpiSession
// and a lock on the source.
std::vector<std::size_t> columns_of_same_key(const Source& source, std::size_t column);

// Returns the columns among `asked` that are foreign keys with the values of codes. Judges by the
// first rows of the source, if the caller may read them. Publishing functions and classify() both
// use it. Requires a SpiSession and a lock on the source.
std::vector<bool> code_columns(const Source& source, std::span<const KeyColumn> keys,
                               const std::vector<bool>& asked);

}  // namespace microdata::postgres
