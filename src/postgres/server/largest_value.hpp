#pragma once

#include "postgres/server/api.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace microdata::postgres {

// The largest value that a call has read, and its attribute. PostgreSQL allocates at most 1 GB at
// once and says only that it cannot: an error names the attribute instead.
struct LargestValue {
  // Values below this are never to blame.
  static constexpr std::size_t smallest = std::size_t{1} << 20U;

  std::size_t bytes = 0;
  char attribute[NAMEDATALEN] = {};

  // Remembers a value unless a larger one is known.
  void note(std::string_view name, std::size_t size) {
    if (size < smallest || size <= bytes) return;
    bytes = size;
    const std::size_t length = std::min(name.size(), sizeof(attribute) - 1);
    std::memcpy(attribute, name.data(), length);
    attribute[length] = '\0';
  }
};

// That of the outermost call under way. A session runs one at a time.
inline LargestValue largest_value;

}  // namespace microdata::postgres
