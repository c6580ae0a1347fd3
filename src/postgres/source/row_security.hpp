#pragma once

#include "postgres/server/api.hpp"

#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Returns true where a row security policy would hide rows from the caller: of the relation, or of
// a table that a view shows with its reader's rights (security_invoker), however deep within other
// views. A view that shows rows with its owner's rights shows what its owner means to show.
// Requires a lock on the relation; locks what its views read.
bool hides_rows(Oid relation);

// Fails where that is so.
void require_all_rows(const Source& source);

}  // namespace microdata::postgres
