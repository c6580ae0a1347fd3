#pragma once

#include "postgres/server/api.hpp"

#include <optional>

namespace microdata::postgres {

// For an audit, a part of a source is published again as the source was: a copy of the part, a
// temporary table of the caller's, stands in for the source, and what is declared of that goes for
// the copy. What is published meanwhile may be temporary, and is never kept: the subtransaction in
// which a copy has begun to stand in cannot commit.
void stand_in(Oid copy, Oid source);

// The source that the relation stands in for, if it does.
std::optional<Oid> original_of(Oid relation);

// That source; of every other relation the relation itself.
Oid declared_as(Oid relation);

}  // namespace microdata::postgres
