#pragma once

#include "postgres/server/api.hpp"

namespace microdata::postgres {

// Returns whether a relation of a release, or a view of a series, has code that would run, or a
// query that would read, with the rights of a new owner whom nobody has asked: a rule that reads
// relations which are neither of the same release nor of the same series; a foreign key of another
// role's table that refers to it; and, of roles without the new owner's rights and of no extension,
// types of its columns, and types, functions, operators and operator classes in its indexes,
// checks, defaults, statistics, policies, triggers, rules or partition key. Built-in functions run
// with the rights of the caller. Requires a SpiSession.
bool carries_code(Oid relation, Oid new_owner);

}  // namespace microdata::postgres
