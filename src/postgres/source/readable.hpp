#pragma once

#include "postgres/server/api.hpp"

namespace microdata::postgres {

// Whether the caller may read any of it.
bool may_read_some(Oid relation);

}  // namespace microdata::postgres
