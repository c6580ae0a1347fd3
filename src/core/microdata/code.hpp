#pragma once

#include <cstdint>

namespace microdata {

// Index of a value in its attribute's dictionary. Codes follow the order of the attribute's type;
// a NULL, being a value of its own, is the last code.
using Code = std::uint32_t;

}  // namespace microdata
