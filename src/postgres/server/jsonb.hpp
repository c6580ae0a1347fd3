#pragma once

#include "postgres/server/api.hpp"

#include <string>

namespace microdata::postgres {

// A result of type jsonb, which lies in `context`: that of a function's caller, where the function
// has a session of SPI or a scope of memory that ends before it returns.
Datum jsonb_result(const std::string& json, MemoryContext context);

}  // namespace microdata::postgres
