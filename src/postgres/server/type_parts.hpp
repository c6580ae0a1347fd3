#pragma once

#include "postgres/server/api.hpp"

namespace microdata::postgres {

// Returns the types that a type is made of, as OIDs: the fields of a composite type, or the one
// type of a domain, range, multirange or array; none of others. Calls PostgreSQL.
List* parts_of(Oid type);

// Returns the names of a composite type's fields, and of those that its parts have; none of fields
// that are true or false. Calls PostgreSQL.
List* field_names(Oid type);

}  // namespace microdata::postgres
