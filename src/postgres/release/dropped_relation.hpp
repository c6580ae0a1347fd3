#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

// Returns the objects that would prevent DROP ... RESTRICT of all the relations together, one per
// line: "view a.v depends on table a.t". Requires a SpiSession.
std::vector<std::string> dependants(const std::vector<Oid>& relations);

// Returns the error for an action that these dependants prevent; `message`, the primary message,
// says what cannot be done.
Error dependants_error(const std::string& message, const std::vector<std::string>& dependants);

// Drops a relation of a release. Fails if other objects depend on the relation
// (throw_without_cascade).
//
// Logical replication does not carry DROP TABLE: subscribers would keep the rows, and would mix
// them with the rows of a later release of that name. Therefore a table in a publication that
// carries TRUNCATE is truncated first, in its owner's name.
void drop_relation(Oid relation);

// True if subscribers have the rows of a partitioned table's partitions in one table
// (publish_via_partition_root). PostgreSQL carries no TRUNCATE of a single partition to such
// subscribers.
bool subscribers_have_one_table(Oid partitioned);

}  // namespace microdata::postgres
