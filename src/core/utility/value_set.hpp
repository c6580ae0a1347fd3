#pragma once

#include <cstddef>
#include <vector>

namespace microdata {

// Set of values of an attribute, by code.
struct ValueSet {
  std::size_t attribute = 0;
  std::vector<bool> contains;
};

}  // namespace microdata
