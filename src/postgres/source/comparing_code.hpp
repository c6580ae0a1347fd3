#pragma once

#include "postgres/server/api.hpp"

namespace microdata::postgres {

// Returns true if values of the type are compared, hashed or, as bounds of ranges, subtracted by
// code of a role without the caller's rights: that of its default operator classes, or of the types
// that it is made of. The server's own functions, and the planner's estimates, find it by the type.
// Calls PostgreSQL.
bool is_compared_with_code(Oid type, Oid caller);

// Returns true if the node of a query may look such code up: by the types of the arguments of its
// function or comparison, or of what it sorts, groups or unites.
bool looks_code_up(Node* node, Oid caller);

}  // namespace microdata::postgres
