#pragma once

#include "postgres/server/api.hpp"

#include <string>

#include "postgres/values/attribute_type.hpp"

namespace microdata::postgres {

// True if values of the type `before` are stored as values of the type `after` are, which holds all
// of them, with the same equality and order: a wider varchar, text, a wider integer, numeric of
// more digits, a time of a higher precision. Types are written as type_in_ddl() does; equal ones
// are no widening.
bool widens(const std::string& before, const std::string& after);

// True if the types, or those that domains are over, are the same, or the second is a wider one.
bool keeps_values(const AttributeType& before, const AttributeType& after);

// True if keeps_values(), or if the types are those of ranges that are published in place of an
// integer and of a wider integer. Values of range types themselves are not stored as one another.
bool keeps_shown_values(const AttributeType& before, const AttributeType& after);

}  // namespace microdata::postgres
