#pragma once

#include "postgres/server/api.hpp"

namespace microdata::postgres {

// Fails where a level of a release's table, or a partition, would not store rows as they are formed
// for the table: where its columns have another order or number, or its key has an expression.
// Within a guard: owns nothing.
void require_level(Relation table, Relation level);

// The same for all levels and partitions of a table, itself among them: the owner of a release may
// have put others in place of those that were published.
void require_levels(Oid table);

}  // namespace microdata::postgres
