#pragma once

#include "postgres/server/api.hpp"

#include <algorithm>
#include <cstdint>
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
  // The attributes that tell persons apart; none: a row is a person, whatever was declared.
  std::optional<std::vector<std::string>> subject;
  // Attributes of persons: all rows of a person have one value. Of a declaration only.
  std::optional<std::vector<std::string>> person_attributes;
};

// The role of one column, and whether somebody chose it.
struct AssignedRole {
  Role role = Role::quasi_identifier;
  bool chosen = false;
  // Whether it is among the attributes that tell persons apart; then it is an identifier.
  bool subject = false;
  // Whether it was declared as an attribute of persons, where several rows may be one's.
  bool of_person = false;
  // An identifier by which persons might be told apart where nobody said whether a row is a person.
  bool may_be_subject = false;
  // True for a foreign key, with no chosen role, that is taken for a code.
  bool code = false;
  // True if a table computes it from an identifier.
  bool computed_from_identifier = false;
  // True if it is sensitive for no reason but that a table computes it from a sensitive column.
  bool computed_from_sensitive = false;
  // Whether a privacy rule of the call protects it, as what is sensitive is.
  bool protected_by_rule = false;
  // True if a privacy rule of the call names it as what others are protected against.
  bool named_by_rule = false;
};

// The roles of the source's columns: as given, else as declared for the source, else by default: a
// column of a key or of a foreign key (key_columns.hpp) is an identifier, unless it refers to codes
// and its values repeat as those of a code do; what is computed from a sensitive column is
// sensitive (computed_columns.hpp); anything else is a quasi-identifier. NOTICEs have the keys'
// roles and the sensitive columns by default. The subject is as given, else as declared. Reads some
// rows of the source for that. Fails for names that are unknown, empty or given twice.
std::vector<AssignedRole> assign_roles(const Source& source, const GivenRoles& given);

// True if several persons may have a value of a column that is an identifier: they share names and
// addresses.
bool may_be_shared(const Source& source, std::size_t column);

// Whether attributes tell persons apart.
bool names_subject(const std::vector<AssignedRole>& roles);

// For what publishes nothing, and takes rows as rows whatever was declared.
GivenRoles without_subject(GivenRoles given);

// Position of a named column among the source's; fails, with the nearest name as a hint.
// How an argument has names: as they are, or as SQL does.
enum class NamesIn : std::uint8_t { exact, folded };
std::size_t column_position(const Source& source, const std::string& name, const char* argument,
                            NamesIn names = NamesIn::exact);

// Declares the roles for the source: each list given replaces what was declared for that role.
// Remembers the attributes that it has: those that it gets later have been looked at by nobody.
void declare_roles(const Source& source, const GivenRoles& given);

// True if the call has privacy rules, which name quasi-identifiers, in place of an argument.
inline bool goes_by_rules(const std::vector<AssignedRole>& roles) {
  return std::any_of(roles.begin(), roles.end(),
                     [](const AssignedRole& role) { return role.protected_by_rule; });
}

// The argument of the call that says of columns that they may be published as they are.
inline const char* publishing_argument(const std::vector<AssignedRole>& roles) {
  return goes_by_rules(roles) ? "insensitive" : "quasi_identifiers";
}

}  // namespace microdata::postgres
