#pragma once

#include "postgres/server/api.hpp"

#include <vector>

namespace microdata::postgres {

// Whether the caller may read any of it.
bool may_read_some(Oid relation);

// True if the caller may read some of it and, through views, some of every relation behind it:
// anybody may make a view of a relation that only others read. Requires a SpiSession.
bool may_read_through(Oid relation);

// True if the caller owns the relation or may read any of it: then nothing on record of it is
// secret.
bool may_know(Oid relation);

// Fails, as reading would, where the caller may not know what is on record of the relation.
void require_may_know(Oid relation);

// Fails, as reading would, where the caller may read nothing of the relation.
void require_may_read(Oid relation);

// True if the caller may read all of each. No role may read what is gone.
bool may_read_all(const std::vector<Oid>& relations);

}  // namespace microdata::postgres
