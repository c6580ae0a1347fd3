#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>

namespace microdata::postgres {

// From how many shards servers of Citus read a relation, each what it has, with nothing to be put
// together afterwards: those of a table that is distributed by hash, and of a view whose rows are
// each made of one shard's. 0: it is read otherwise. Requires a SpiSession.
std::size_t shards_of(Oid relation);

}  // namespace microdata::postgres
