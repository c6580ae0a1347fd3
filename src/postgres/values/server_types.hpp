#pragma once

#include "postgres/server/api.hpp"

#include <string>

#include "postgres/values/attribute_type.hpp"

// Types that the server came with, and those that somebody has made since: what belongs to these,
// such as casts, operators and checks, runs with the rights of the role that calls it.

namespace microdata::postgres {

// True of types that the server came with, and of domains over them.
bool is_server_type(const AttributeType& type);

// Returns an SQL expression for a value's text, or NULL: by a cast for types of the server, by the
// output function alone for all others.
std::string text_in_sql(const std::string& expression, const AttributeType& type);

// True if no code of the type's owner reads a text as a value of the type, or compares values.
bool is_compared_by_server(const AttributeType& type);

}  // namespace microdata::postgres
