#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>

namespace microdata::postgres {

// What a type's values are compared by.
enum class Comparison {
  order,     // the type's btree order, in which equal values are neighbours
  equality,  // the type's equality, told apart by its hash
  text,      // neither: by text form; such an attribute is not split upon
};

// Which number, if any, stands for a value.
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

// True of numbers themselves, which can be added.
constexpr bool is_of_numbers(Projection projection) {
  return projection == Projection::integer || projection == Projection::floating ||
         projection == Projection::numeric;
}

// A column's type as far as its values need to be told apart, ordered, printed and stored.
struct AttributeType {
  Oid declared = InvalidOid;  // what the column says: may be a domain
  Oid base = InvalidOid;
  std::int32_t typmod = -1;
  Oid collation = InvalidOid;
  bool by_value = false;
  std::int16_t length = 0;
  Oid output = InvalidOid;
  Comparison comparison = Comparison::text;
  Projection projection = Projection::none;
  // Comparing the stored form byte by byte is the type's order.
  bool bytewise = false;
  // Text, in the wide sense.
  bool is_text = false;

  bool is_varlena() const { return length == -1; }
};

AttributeType attribute_type(Oid type, std::int32_t typmod, Oid collation);

// Returns the type that a domain is over, with its modifier; other types as they are.
AttributeType without_domain(const AttributeType& type);

// As a person would say it.
std::string type_name(const AttributeType& type);

// As in CREATE TABLE: the type with its modifier, and the collation where it is not the type's own.
std::string type_in_ddl(const AttributeType& type);

// Types that the server came with, and those that somebody has made since: what belongs to these,
// such as casts, operators and checks, runs with the rights of the role that calls it.

// True of types that the server came with, and of domains over them.
bool is_server_type(const AttributeType& type);

// Returns an SQL expression for a value's text, or NULL: by a cast for types of the server, by the
// output function alone for all others.
std::string text_in_sql(const std::string& expression, const AttributeType& type);

// True if no code of the type's owner reads a text as a value of the type, or compares values.
bool is_compared_by_server(const AttributeType& type);

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
