#pragma once

#include "postgres/server/api.hpp"

#include <vector>

namespace microdata::postgres {

// Whether the caller may read any of it.
bool may_read_some(Oid relation);

// Fails unless the caller may read any of it.
void require_readable(Oid relation);

// Whether the caller may read all of each.
bool may_read_all(const std::vector<Oid>& relations);

}  // namespace microdata::postgres
