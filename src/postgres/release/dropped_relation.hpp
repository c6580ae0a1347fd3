#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

// What depends on relations that are to be dropped together and would not go with them, as
// DROP ... RESTRICT finds it: "view a.v depends on table a.t", a line each. Requires a SpiSession.
std::vector<std::string> dependants(const std::vector<Oid>& relations);

// Why nothing is done as long as they are there. `message`: what cannot be done.
Error dependants_error(const std::string& message, const std::vector<std::string>& dependants);

// Drops a relation of a release. Fails where others depend on it (throw_without_cascade).
//
// Logical replication does not carry DROP TABLE: subscribers would keep the rows, and have those of
// two releases in one table where another of that name follows. So a table in a publication that
// carries TRUNCATE is truncated before, in its owner's name.
void drop_relation(Oid relation);

// Whether subscribers have the rows of a partitioned table's partitions in one table
// (publish_via_partition_root). PostgreSQL carries no TRUNCATE of a single partition to them.
bool subscribers_have_one_table(Oid partitioned);

}  // namespace microdata::postgres
