#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

// True if values of the type are compared, hashed or, as bounds of ranges, subtracted by code of a
// role without the caller's rights: by its default operator classes, or by those of its component
// types. The server's own functions, and the planner's estimates, find such code by the type. Calls
// PostgreSQL.
bool is_compared_with_code(Oid type, Oid caller);

// Treatment of expressions and policies that owners have attached to tables: checked, checked and
// kept, or left out, so that only views count. Kept tables get no further index or statistics
// before the transaction ends.
enum class Tables { looked_at, kept, left_out };

// True if a SELECT of the relation might run, with the caller's rights, code of a role with fewer
// rights. Such code is in a view, a policy, or an expression that the planner evaluates (of
// indexes, statistics and partition keys): functions, operators, checks of domains, or reading with
// the caller's rights (security_invoker). The server's own functions count if they do more than
// compute from their arguments. Locks the relation, and those that it reads, against changes.
bool may_run_code_of_others(Oid relation, Tables tables = Tables::looked_at);

// True if a view or materialized view, or a relation that it reads, might run code for another role
// that reads or refreshes it.
bool view_may_run_code_for(Oid view, Oid reader);

// Returns the error if the relation might run code of others, for a relation that the caller has
// not named; `what` describes the relation, as in "the source of release \"r\"". Returns nothing if
// a policy hides rows of the relation, which open_source() rejects.
std::optional<Error> code_of_others(Oid relation, const std::string& what,
                                    Tables tables = Tables::looked_at);
void require_no_code_of_others(Oid relation, const std::string& what,
                               Tables tables = Tables::looked_at);

}  // namespace microdata::postgres
