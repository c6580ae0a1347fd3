#pragma once

#include "postgres/server/api.hpp"

namespace microdata::postgres {

// Returns whether a relation of a release, or a view of a series, has code that would run, or a
// query that would read, with the rights of a new owner whom nobody has asked: a rule that reads
// relations which are neither of the same release nor of the same series; functions, operators or
// operator classes that belong to no extension in its indexes, checks, defaults, statistics,
// policies, triggers, rules or partition key. Built-in functions run with the rights of the caller.
// Requires a SpiSession.
bool carries_code(Oid relation);

}  // namespace microdata::postgres
