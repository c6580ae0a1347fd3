#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

// What attributes a source had when its roles were declared. Requires a SpiSession.

namespace microdata::postgres {

// Remembers the attributes that the source has now, in place of those it had before.
void remember_attributes(Oid source);

// Attributes, by number, that the source has got since its roles were declared; none where they
// never were, or by a version that did not remember.
std::vector<AttrNumber> attributes_added(Oid source);

// What event triggers do: the names, by which a dump knows attributes, follow renames, and what is
// dropped is forgotten, so that another attribute of the name is a new one. `altered`, `dropped`:
// an array of relations.
void follow_in_declared_sources(const std::string& altered);
void forget_declared_sources(const std::string& dropped);

}  // namespace microdata::postgres
