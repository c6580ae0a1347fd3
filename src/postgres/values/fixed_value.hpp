#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>

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

}  // namespace microdata::postgres
