#pragma once

#include "postgres/server/api.hpp"

#include <optional>

#include "postgres/catalog/catalog.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Whether a release is what its description says. Requires a SpiSession.

// Fails (42809) for a view, which is registered as no release: its query can find out who asks.
void refuse_view(const Source& relation);

// A release as release_description() has described it in another database, of which `relation` is a
// table here; the others are found beside it, by their names. Fails (22023) for what is no such
// description, whoever wrote it, and where the tables do not fit it. The caller owns all of them.
// Requires a SpiSession.
Release described_release(Oid relation, std::optional<Oid> source, const Json& description);

}  // namespace microdata::postgres
