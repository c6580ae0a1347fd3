#pragma once

#include "postgres/server/api.hpp"

#include <string>

namespace microdata::postgres {

// Where a statement comes from.
enum class Author { extension, caller };

// Runs a SELECT of users' relations in the place of their owner, and hands its rows to the
// receiver: so that functions of views and partitions, expressions of indexes, statistics and
// checks, foreign tables and estimators of operators run with the owner's rights, not with those of
// the caller, who may be a superuser. The caller must be able to run the statement; PostgreSQL's
// errors say so. Under the snapshot, or, where it is null, a new one.
//
// Returns false, and does nothing, where the statement is of another kind, or the relations belong
// to roles that have the caller's rights. Where the caller lacks the owner's rights, the owner
// takes the place of the caller in planning alone, and only if nobody but that owner and superusers
// have a part in what is read: what a view calls then runs as in every SELECT of it. The planner
// evaluates functions that a statement names, so that a caller's own statement is never planned so.
// A view with security_invoker is read by its caller. What runs in the place of an owner cannot
// write: it would change what the caller's next statement finds under a name.
bool read_for_owner(const std::string& statement, Author author, Snapshot snapshot,
                    DestReceiver* receiver);

// Returns how many rows the planner expects of a SELECT, planned in the same place.
double expected_rows(const std::string& statement);

}  // namespace microdata::postgres
