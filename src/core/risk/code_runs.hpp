#pragma once

#include <cstddef>

#include "core/microdata/code_set.hpp"

namespace microdata {

// Whether all codes between the first and the last are in a set that is not empty.
inline bool is_run(const CodeSet& codes) {
  return codes.size() == std::size_t{codes.back()} - codes.front() + 1;
}

}  // namespace microdata
