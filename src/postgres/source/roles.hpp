#pragma once

#include "postgres/server/api.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/server/json.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Returns the argument `harmless`, such as {"diagnosis": ["J06", null]}. Fails for other JSON.
HarmlessByAttribute read_harmless(const Json& argument);

// Returns what read_harmless() reads.
Json harmless_json(const HarmlessByAttribute& harmless);

// Returns the values as the column's type writes them, in its order and each once. Fails if the
// type does not accept one.
HarmlessValues canonical_harmless(const SourceColumn& column, const HarmlessValues& harmless);

// Returns, for each of some values, 1 if the type takes it for equal to a harmless one. Empty if
// none is.
std::vector<std::uint8_t> marked_harmless(const AttributeType& type,
                                          const std::vector<std::optional<std::string>>& values,
                                          const HarmlessValues& harmless, const Progress& progress);

// Returns Attribute::harmless for the values of a dictionary.
std::vector<std::uint8_t> harmless_codes(const Dictionary& dictionary,
                                         const HarmlessValues& harmless, const Progress& progress);

// Returns words such as "no bound holds for 2 harmless values of "diagnosis"".
std::string harmless_in_words(const HarmlessByAttribute& harmless);

// Roles as a call gives them: for each role, nothing or the names of attributes.
struct GivenRoles {
  std::optional<std::vector<std::string>> sensitive;
  std::optional<std::vector<std::string>> identifiers;
  std::optional<std::vector<std::string>> insensitive;
  std::optional<std::vector<std::string>> quasi_identifiers;
  // Attributes that identify a person; if the list is empty, each row is a person, whatever was
  // declared.
  std::optional<std::vector<std::string>> subject;
  // Attributes of persons, with one value in all rows of a person. Only in a declaration.
  std::optional<std::vector<std::string>> person_attributes;
  // Harmless values of sensitive attributes, as given.
  HarmlessByAttribute harmless = {};
};

// Role of one column, with facts about the role's origin.
struct AssignedRole {
  Role role = Role::quasi_identifier;
  bool chosen = false;
  // True if the column is in the subject; then it is an identifier.
  bool subject = false;
  // True if the column was declared as an attribute of persons, who can have several rows.
  bool of_person = false;
  // True for an identifier that might identify persons, if neither the call nor a declaration names
  // a subject.
  bool may_be_subject = false;
  // True for a foreign key, without a chosen role, that is taken for a code.
  bool code = false;
  // True if a table computes the column from an identifier.
  bool computed_from_identifier = false;
  // True if the column is sensitive only because a table computes it from a sensitive column.
  bool computed_from_sensitive = false;
  // True if a privacy rule of the call protects the column like a sensitive one.
  bool protected_by_rule = false;
  // True if a privacy rule of the call protects others against the column.
  bool named_by_rule = false;
  // Harmless values of a sensitive column, as its type writes them; none of a column that is only
  // computed from a sensitive one.
  HarmlessValues harmless = {};
};

// Returns the roles of the source's columns: as given, else as declared for the source, else by
// default. By default, a column of a key or foreign key (key_columns.hpp) is an identifier, unless
// it refers to codes and its values repeat like codes. A column computed from a sensitive one is
// sensitive (computed_columns.hpp). Any other column is a quasi-identifier. NOTICEs report the
// default roles of keys and sensitive columns. The subject is as given, else as declared; so are
// the harmless values of each sensitive column, and a copy that stands in for a source
// (catalog/declared_roles.hpp) has those declared for the source. Reads some rows of the source.
// Fails for names that are unknown, empty or given twice, and for harmless values of columns that
// are not sensitive.
std::vector<AssignedRole> assign_roles(const Source& source, const GivenRoles& given);

// True if several persons might share a value of a column that is an identifier, such as a name or
// an address.
bool may_be_shared(const Source& source, std::size_t column);

// Returns the harmless values of the roles' columns.
HarmlessByAttribute harmless_of(const Source& source, const std::vector<AssignedRole>& roles);

// True if a subject is known.
bool names_subject(const std::vector<AssignedRole>& roles);

// Returns roles for functions that publish nothing, and treat rows as rows whatever was declared.
GivenRoles without_subject(GivenRoles given);

// Spelling of names in an argument: exact, or folded as in SQL. column_position() returns the
// position of a named column among the source's; fails, with the nearest name as a hint, if there
// is none.
enum class NamesIn : std::uint8_t { exact, folded };
std::size_t column_position(const Source& source, const std::string& name, const char* argument,
                            NamesIn names = NamesIn::exact);

// Declares the roles for the source: each given list replaces the former declaration of that role.
// Remembers the present attributes, so that later ones are known to be unreviewed.
void declare_roles(const Source& source, const GivenRoles& given);

// True if the call has privacy rules, which name quasi-identifiers, in place of an argument.
inline bool goes_by_rules(const std::vector<AssignedRole>& roles) {
  return std::any_of(roles.begin(), roles.end(),
                     [](const AssignedRole& role) { return role.protected_by_rule; });
}

// Returns the argument of the call that publishes columns unchanged.
inline const char* publishing_argument(const std::vector<AssignedRole>& roles) {
  return goes_by_rules(roles) ? "insensitive" : "quasi_identifiers";
}

}  // namespace microdata::postgres
