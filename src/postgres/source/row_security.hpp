#pragma once

#include "postgres/server/api.hpp"

#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Fails where a row security policy would hide rows from the caller: of the source, or of a table
// that a view shows with the rights of whoever reads it (security_invoker), however deep within
// other views. What a view shows with its owner's rights is what its owner means to show: who wants
// the rows that she may see makes such a view of them. Requires a lock on the source; locks what
// its views read.
void require_all_rows(const Source& source);

}  // namespace microdata::postgres
