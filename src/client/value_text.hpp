// Values of types that the server did not come with: casts from these are functions of somebody
// else, which would run with the rights of whoever is connected.
#pragma once

#include <set>
#include <string>

#include "client/session.hpp"

namespace microdata::client {

// Returns an expression for a value as its type's output function writes it, or NULL: booleans are
// t and f.
std::string output_text(const std::string& expression);

// Returns the names of a relation's columns of such types, and of domains over them. The relation
// is written as a regclass reads it.
std::set<std::string> foreign_columns(Session& session, const std::string& relation);

}  // namespace microdata::client
