#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Roles as a call gives them: for each role, nothing or the names of attributes.
struct GivenRoles {
  std::optional<std::vector<std::string>> sensitive;
  std::optional<std::vector<std::string>> identifiers;
  std::optional<std::vector<std::string>> insensitive;
  std::optional<std::vector<std::string>> quasi_identifiers;
};

// The role of one column, and whether somebody chose it.
struct AssignedRole {
  Role role = Role::quasi_identifier;
  bool chosen = false;
};

// The roles of the source's columns: as given, else as declared for the source, else by default: a
// column of a key or of a foreign key (key_columns.hpp) is an identifier, anything else a
// quasi-identifier. A NOTICE has the identifiers by default. Fails for names that are unknown,
// empty or given twice.
std::vector<AssignedRole> assign_roles(const Source& source, const GivenRoles& given);

// Position of a named column among the source's; fails, with the nearest name as a hint.
std::size_t column_position(const Source& source, const std::string& name, const char* argument);

// Declares the roles for the source: each list given replaces what was declared for that role.
// Remembers the attributes that it has: those that it gets later have been looked at by nobody.
void declare_roles(const Source& source, const GivenRoles& given);

}  // namespace microdata::postgres
