#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

// Returns true if values of the type are compared, hashed or, as bounds of ranges, subtracted by
// code of a role without the caller's rights: that of its default operator classes, or of the types
// that it is made of. The server's own functions, and the planner's estimates, find it by the type.
// Calls PostgreSQL.
bool is_compared_with_code(Oid type, Oid caller);

// Says if expressions and policies that owners have attached to tables count, or views alone.
// Tables that are kept are looked at, and get no further index or statistics before the transaction
// ends.
enum class Tables { looked_at, kept, left_out };

// Returns true if a SELECT of the relation might run, with the caller's rights, code that a role
// with fewer rights has put into a view, a policy, or what the planner evaluates (expressions of
// indexes, statistics and partition keys): functions, operators, checks of domains, or reading with
// the caller's own rights (security_invoker). The server's own functions count where they do more
// than compute from their arguments. Locks the relation, and those that it reads, against changes.
bool may_run_code_of_others(Oid relation, Tables tables = Tables::looked_at);

// The same of a view or materialized view, and of those that it reads, where another role reads or
// refreshes it.
bool view_may_run_code_for(Oid view, Oid reader);

// Returns an error where that is so, for a relation that the caller has not named: `what` says what
// has led to it, as in "the source of release \"r\"". Returns none where a policy hides rows of it:
// open_source() refuses that.
std::optional<Error> code_of_others(Oid relation, const std::string& what,
                                    Tables tables = Tables::looked_at);
void require_no_code_of_others(Oid relation, const std::string& what,
                               Tables tables = Tables::looked_at);

}  // namespace microdata::postgres
