#pragma once

#include "postgres/server/api.hpp"

#include <optional>

// Rows for a table that Citus has distributed. The table that is seen here has none: what is
// written into it past SQL would be lost. They wait in a table of this server, in the same
// transaction.

namespace microdata::postgres {

// A table, of the same columns, that takes rows in place of this one; nothing where this one does.
std::optional<Oid> staging_for(Oid relation);

// Puts the rows where they belong, with the rights of the relation's owner, and drops the table.
void hand_over(Oid staged, Oid relation);

}  // namespace microdata::postgres
