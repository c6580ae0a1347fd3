#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "postgres/server/json.hpp"

namespace microdata::postgres {

// Makes a copy of a part of a source, a temporary table of the caller, stand in for the source, so
// that an audit can publish the part again. Declarations of the source apply to the copy.
// Publications meanwhile may be temporary and are never kept: the subtransaction in which a copy
// begins to stand in cannot commit.
void stand_in(Oid copy, Oid source);

// Returns the source that the relation stands in for, if it does.
std::optional<Oid> original_of(Oid relation);

// Returns the source that the relation stands in for, or else the relation itself.
Oid declared_as(Oid relation);

// Returns the name of a role in the catalog and in messages.
const char* role_name(Role role);
std::optional<Role> role_from_name(const std::string& name);

// Harmless values of a sensitive attribute (Attribute::harmless) as text; one without a text is
// NULL.
using HarmlessValues = std::vector<std::optional<std::string>>;

// Harmless values by attribute. In a call, attributes that it does not name keep those that were
// declared.
using HarmlessByAttribute = std::map<std::string, HarmlessValues>;

// Returns the values in a JSON array of texts and null; none for other JSON.
HarmlessValues harmless_values(const Json& array);

// Attributes that a source had when its roles were declared. The functions require a SpiSession.

struct DeclaredRole {
  std::string attribute;
  // The declared role; empty if only `of_person` was declared.
  std::optional<Role> role;
  // True if the attribute identifies a person; then it is an identifier.
  bool subject = false;
  bool of_person = false;
  // Harmless values of a sensitive attribute.
  HarmlessValues harmless = {};
};

std::vector<DeclaredRole> declared_roles(Oid source);
void replace_declared_roles(Oid source, const std::vector<DeclaredRole>& roles);

// Remembers the attributes that the source has now, in place of earlier ones, and the number of
// attributes of the subject, if the subject was declared anew.
void remember_attributes(Oid source, std::optional<std::size_t> subject_size);

// Returns the number of attributes that the subject had when it was declared; 0 if there was none.
std::size_t declared_subject_size(Oid source);

// Returns the attributes, by number, that the source has got since its roles were declared. Returns
// none if roles were never declared, or were declared by a version that did not remember
// attributes.
std::vector<AttrNumber> attributes_added(Oid source);

// Functions of event triggers: the names by which a dump knows attributes follow renames, and
// dropped attributes are forgotten, so that another attribute of the name is new. `altered` and
// `gone` are arrays of relations.
void follow_in_declared_sources(const std::string& altered);
void forget_declared_sources(const std::string& gone);

}  // namespace microdata::postgres
