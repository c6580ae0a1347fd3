#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Returns the bits of a value that is passed by value, as a number. `length` is the length of its
// type.
inline std::int64_t fixed_value(Datum value, std::int16_t length) {
  switch (length) {
    case 1:
      return static_cast<std::int64_t>(static_cast<signed char>(DatumGetChar(value)));
    case 2:
      return DatumGetInt16(value);
    case 4:
      return DatumGetInt32(value);
    default:
      return DatumGetInt64(value);
  }
}

// Canonical values: bytes that are equal for equal values, and for equal values only, on every
// server, platform and version. A series that remembers their hash finds it again after dump and
// restore.

// True if values of the type have canonical values. False if equal values may be written
// differently and only the type, its collation or an extension knows how: citext, jsonb, arrays.
bool has_canonical_values(const AttributeType& type);

// Returns the canonical values of a finished dictionary without NULL, by code; the text forms for
// types that have none.
std::vector<std::string> canonical_values(const Dictionary& dictionary, const Progress& progress);

}  // namespace microdata::postgres
