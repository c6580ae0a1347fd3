#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Roles are of one relation. Warns of columns to be published for which nobody chose a role here,
// and which were declared subject, identifier or sensitive in a relation whose column they show, or
// are computed from: of a view's query, or of a table that the source or that relation inherits
// from or is inherited by.
// What is sensitive there may be protected by a privacy rule here.
// To be asked for somebody who may read the source.
void warn_of_roles_elsewhere(const Source& source, const std::vector<AssignedRole>& roles);

}  // namespace microdata::postgres
