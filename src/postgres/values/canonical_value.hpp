#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// The bits of a value that is passed by value, as a number. `length` is its type's.
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

// Bytes that are the same for equal values, and for equal values only, on every server, platform
// and version: what is remembered by a hash of them is found again after dump and restore.

// Whether values of the type have them. Not where values that are equal may be written differently
// and the type, its collation or an extension alone knows which: citext, jsonb, arrays.
bool has_canonical_values(const AttributeType& type);

// Of all values of a finished dictionary but NULL, by their codes. Of types that have none, the
// text form.
std::vector<std::string> canonical_values(const Dictionary& dictionary, const Progress& progress);

}  // namespace microdata::postgres
