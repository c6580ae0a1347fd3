#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
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

}  // namespace microdata::postgres
