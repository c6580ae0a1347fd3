#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "postgres/release/replaced_release.hpp"

namespace microdata::postgres {

// The columns of a relation, without comments. Requires a SpiSession and a safe search_path.
std::vector<ReplacedColumn> replaced_columns(Oid relation);

// Which attributes of the source they show, as far as the release as it is on record says.
void find_sources(const Release& release, Oid relation, std::vector<ReplacedColumn>& columns);

}  // namespace microdata::postgres
