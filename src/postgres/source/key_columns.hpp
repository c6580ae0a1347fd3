#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "postgres/source/source.hpp"

namespace microdata::postgres {

// What a column is by constraints and indexes: of the source, of the tables whose columns it shows
// through views, and of the tables that these inherit from or are inherited by.
struct KeyColumn {
  // Part of a primary key, or alone in a unique constraint or index of all rows.
  bool key = false;
  // The only column of a key.
  bool unique = false;
  // The tables that foreign keys of which it is a part refer to, by name.
  std::vector<std::string> references;
  // Whether one of them is another table than the one that has the foreign key.
  bool refers_elsewhere = false;
  // True if it is the only column of each of its foreign keys, and neither its own name nor those
  // of the tables that they refer to and of their columns are names for persons: it may be a code.
  bool refers_to_codes = false;
};

// One for each of the source's columns. Requires a SpiSession and a lock on the source.
std::vector<KeyColumn> key_columns(const Source& source);

// Returns the other columns of the source that are with a column in a key of several columns: in
// the primary key or else a unique index of all rows. Empty if it is in none. Requires as above.
std::vector<std::size_t> columns_of_same_key(const Source& source, std::size_t column);

// Returns which of the columns named `asked` are foreign keys with the values of codes: by the
// first rows of the source, as far as the caller may read them. Both publishing and classify() go
// by it. Requires a SpiSession and a lock on the source.
std::vector<bool> code_columns(const Source& source, std::span<const KeyColumn> keys,
                               const std::vector<bool>& asked);

}  // namespace microdata::postgres
