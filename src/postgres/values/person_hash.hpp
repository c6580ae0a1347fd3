#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>

namespace microdata::postgres {

// By which a person of a series is known again: the first 16 bytes of a keyed hash.
struct PersonHash {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  bool operator==(const PersonHash&) const = default;
};

}  // namespace microdata::postgres
