#pragma once

#include <cstdint>

#include "core/base/vector_order.hpp"

namespace microdata {

// Index of a value in its attribute's dictionary. Codes follow the order of the attribute's type;
// NULL counts as a value and is the last code.
using Code = std::uint32_t;

}  // namespace microdata
