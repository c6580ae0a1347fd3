#pragma once

#include "postgres/server/api.hpp"

#include <optional>

#include "postgres/catalog/catalog.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Checks of a release against its description. The functions require a SpiSession.

// Fails (42809) for a view, which cannot be registered, because its query can find out which role
// reads it.
void refuse_view(const Source& relation);

// Returns a release that release_description() has described in another database. `relation` is one
// of its tables here; the others are found next to it by name. Fails (22023) for an invalid
// description, of any author, and for tables that do not fit it. The caller owns all of them.
// Requires a SpiSession.
Release described_release(Oid relation, std::optional<Oid> source, const Json& description);

}  // namespace microdata::postgres
