#pragma once

#include "postgres/server/api.hpp"

#include "postgres/inspection/method.hpp"

namespace microdata::postgres {

extern const Method fragmentation_method;
extern const LayoutOperations fragment_operations;

}  // namespace microdata::postgres
