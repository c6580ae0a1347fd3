#pragma once

#include "postgres/server/api.hpp"

#include "postgres/inspection/method.hpp"

namespace microdata::postgres {

extern const Method gnf_method;
extern const LayoutOperations part_operations;

}  // namespace microdata::postgres
