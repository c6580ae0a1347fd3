#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// A source as read_table() has it, but without any row or value: for what depends on its columns
// alone.
Table unread_table(const Source& source, const std::vector<AssignedRole>& roles);

}  // namespace microdata::postgres
