#pragma once

#include "postgres/server/api.hpp"

namespace microdata::postgres {

// Returns the types that a type is made of, as OIDs: the fields of a composite type, or the one
// type of a domain, range, multirange or array; none of others. Calls PostgreSQL.
List* parts_of(Oid type);

}  // namespace microdata::postgres
