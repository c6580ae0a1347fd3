#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>

namespace microdata::postgres {

// The means by which a type's values are compared.
enum class Comparison {
  order,     // the type's btree order, in which equal values are neighbours
  equality,  // the type's equality, determined by its hash
  text,      // neither: by text form; such an attribute is not split upon
};

// The kind of number, if any, that stands for a value.
enum class Projection {
  none,
  integer,   // int2, int4, int8
  floating,  // float4, float8
  numeric,
  date,       // days
  timestamp,  // microseconds, also with time zone
  time,       // microseconds
  interval,   // microseconds, months being 30 days
};

// True for numbers themselves, which can be added.
constexpr bool is_of_numbers(Projection projection) {
  return projection == Projection::integer || projection == Projection::floating ||
         projection == Projection::numeric;
}

// A column's type, with the properties to distinguish, order, print and store its values.
struct AttributeType {
  Oid declared = InvalidOid;  // the type of the column, which may be a domain
  Oid base = InvalidOid;
  std::int32_t typmod = -1;
  Oid collation = InvalidOid;
  bool by_value = false;
  std::int16_t length = 0;
  Oid output = InvalidOid;
  Comparison comparison = Comparison::text;
  Projection projection = Projection::none;
  // True if comparing the stored form byte by byte is the type's order.
  bool bytewise = false;
  // True for text in the wide sense.
  bool is_text = false;

  bool is_varlena() const { return length == -1; }
};

AttributeType attribute_type(Oid type, std::int32_t typmod, Oid collation);

// Returns the type that a domain is over, with its modifier; other types unchanged.
AttributeType without_domain(const AttributeType& type);

// Returns the name that a person would use.
std::string type_name(const AttributeType& type);

// Returns the type as in CREATE TABLE, with its modifier, and the collation if it is not the type's
// own.
std::string type_in_ddl(const AttributeType& type);

// Types of the server differ from types that users have made since. Casts, operators and checks of
// the latter run with the privileges of the role that calls them.

// True for types that the server came with, and for domains over them.
bool is_server_type(const AttributeType& type);

// Returns an SQL expression for a value's text, or NULL. Types of the server are cast; other types
// use the output function alone.
std::string text_in_sql(const std::string& expression, const AttributeType& type);

// True if no code of the type's owner reads a text as a value of the type, or compares values.
bool is_compared_by_server(const AttributeType& type);

// True if the type `after` is a wider one than `before`: it holds all values of `before`, with the
// same storage, equality and order. Examples are a wider varchar, text, a wider integer, numeric of
// more digits, and a time of a higher precision. Types are written as type_in_ddl() does. False for
// equal types.
bool widens(const std::string& before, const std::string& after);

// True if the types, or the types that domains are over, are equal, or the second is wider.
bool keeps_values(const AttributeType& before, const AttributeType& after);

// True if keeps_values(), or if the types are those of ranges that are published instead of an
// integer and of a wider integer. Values of range types themselves are not stored alike.
bool keeps_shown_values(const AttributeType& before, const AttributeType& after);

}  // namespace microdata::postgres
