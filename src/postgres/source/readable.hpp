#pragma once

#include "postgres/server/api.hpp"

#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Whether the caller may read any of it.
bool may_read_some(const Source& source);

}  // namespace microdata::postgres
