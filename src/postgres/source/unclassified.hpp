#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// What whoever publishes asks of the source's columns whose role is neither given nor declared.
// With pg_microdata.unclassified = 'error', fails where there are any. Else warns of those that the
// source has got since its roles were declared, and of those that have roles elsewhere
// (roles_elsewhere.hpp).
void check_unclassified(const Source& source, const std::vector<AssignedRole>& roles);

}  // namespace microdata::postgres
