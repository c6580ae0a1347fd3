#pragma once

#include "postgres/server/api.hpp"

namespace microdata::postgres {

// Returns whether a relation of a release, or a view of a series, has code that would run, or a
// query that would read, with the rights of a new owner whom nobody has asked: a rule that reads
// relations which are neither of the same release nor of the same series; a view's query that might
// run code (view_code.hpp); triggers, policies, defaults, checks, rules, expressions of statistics,
// and tables that inherit from it, whatever they call; a foreign key of another role's table that
// refers to it; and, of roles without the new owner's rights and of no extension of a superuser's,
// types of its columns, and types, functions, operators and operator classes in its indexes or
// partition key. Requires a SpiSession.
bool carries_code(Oid relation, Oid new_owner);

}  // namespace microdata::postgres
