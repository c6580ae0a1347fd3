#pragma once

#include "postgres/server/api.hpp"

#include <optional>

namespace microdata::postgres {

// Makes a copy of a part of a source, a temporary table of the caller, stand in for the source, so
// that an audit can publish the part again. Declarations of the source apply to the copy.
// Publications meanwhile may be temporary and are never kept: the subtransaction in which a copy
// begins to stand in cannot commit.
void stand_in(Oid copy, Oid source);

// Returns the source that the relation stands in for, if it does.
std::optional<Oid> original_of(Oid relation);

// Returns the source that the relation stands in for, or else the relation itself.
Oid declared_as(Oid relation);

}  // namespace microdata::postgres
