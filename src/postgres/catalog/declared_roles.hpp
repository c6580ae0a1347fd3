#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"

namespace microdata::postgres {

// A role as the catalog and messages have it.
const char* role_name(Role role);
std::optional<Role> role_from_name(const std::string& name);

// What attributes a source had when its roles were declared. Requires a SpiSession.

struct DeclaredRole {
  std::string attribute;
  // Nothing where only `of_person` was declared.
  std::optional<Role> role;
  // Whether it tells persons apart; then it is an identifier.
  bool subject = false;
  bool of_person = false;
};

std::vector<DeclaredRole> declared_roles(Oid source);
void replace_declared_roles(Oid source, const std::vector<DeclaredRole>& roles);

// Remembers the attributes that the source has now, in place of those it had before; and of how
// many of them the declared subject consists, where that was declared anew.
void remember_attributes(Oid source, std::optional<std::size_t> subject_size);

// Of how many attributes the subject consisted when it was declared; 0 where there was none.
std::size_t declared_subject_size(Oid source);

// Attributes, by number, that the source has got since its roles were declared; none where they
// never were, or by a version that did not remember.
std::vector<AttrNumber> attributes_added(Oid source);

// What event triggers do: the names, by which a dump knows attributes, follow renames, and what is
// dropped is forgotten, so that another attribute of the name is a new one. `altered`, `gone`: an
// array of relations.
void follow_in_declared_sources(const std::string& altered);
void forget_declared_sources(const std::string& gone);

}  // namespace microdata::postgres
