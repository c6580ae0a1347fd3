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

// Relations that follow another relation of their release. If the first relation of a release, by
// which the release is found, shows all its attributes, the others show nothing else: the view
// <target>_expected, or the two tables behind the view of the anatomy format. They follow the first
// relation: its readers may read them, its owner owns them, and they are dropped with it. Likewise,
// the views of a series that show such relations follow the view that shows the first one. Requires
// a SpiSession.

// Suffix of the view's name after the name of the release.
inline constexpr const char* expected_suffix = "expected";

// Grants and revokes SELECT on followers, as the commands that have just ended did on the relation
// that they follow, if both belong to one owner.
void follow_granted();

// Grants SELECT on a new follower to every role that has it on the relation that it follows. Does
// nothing if `follower` does not follow `leading`.
void follow_privileges(Oid leading, Oid follower);

// Gives followers and partitions to the new owner of the relation that they follow, after commands
// that changed its owner. Gives editions of a series to the owner of the view. Relations of other
// owners than the former one keep their owner.
void follow_owners();

// Renames the view of expected counts after its relation, if the commands that have just ended
// renamed the relation. The new name must be free, and the view must still have the name made from
// the old one.
void follow_renamed_releases();

// Makes a view on one table be dropped with the table, or with a column that it uses, without
// CASCADE; `relations` are those of a release. Does nothing if the caller does not own both.
void bind_view_to_table(const std::vector<Oid>& relations);

}  // namespace microdata::postgres
