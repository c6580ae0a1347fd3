#pragma once

#include "postgres/server/api.hpp"

namespace microdata::postgres {

// Fails (25006) where the transaction may not write: the server is a standby, or the transaction is
// read-only or in parallel mode. `function` is what was called, as in "drop_release()". Functions
// that write ask it first, before they have looked for anything.
void require_writable(const char* function);

// Reports an ERROR, so within guarded(), where a relation has no pages that could be counted: one
// that is unlogged, on a standby. A SELECT says the same.
void require_pages(::Relation relation);

}  // namespace microdata::postgres
