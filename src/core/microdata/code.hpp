#pragma once

#include <cstdint>

#include "core/microdata/vector_order.hpp"

namespace microdata {

// Index of a value in its attribute's dictionary. Codes follow the order of the attribute's type;
// a NULL, being a value of its own, is the last code.
using Code = std::uint32_t;

}  // namespace microdata
