#pragma once

#include "postgres/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "postgres/source.hpp"

namespace microdata::postgres {

// Where a release is going to be.
struct Target {
  Oid schema = InvalidOid;
  std::string name;
  // Quoted, with the schema.
  std::string qualified;
  // A release of that name gives way.
  bool replace = false;
};

// Resolves the name of a release, by default the source's schema and name with a suffix, and
// checks, before any work is done, that it can be made there.
Target resolve_target(const Source& source, const std::optional<std::string>& given,
                      const char* suffix, bool replace);

// A column of a table to be made: its name and, as in CREATE TABLE, its type.
struct TableColumn {
  std::string name;
  std::string type;
};

// Fails where a table cannot have so many columns.
void check_column_count(std::size_t columns);

// Creates the table, in place of the one it replaces, readable by nobody but its owner: whatever
// default privileges grant is revoked before there is a row to read.
Oid create_release_table(const Target& target, const Source& source,
                         const std::vector<TableColumn>& columns);

}  // namespace microdata::postgres
