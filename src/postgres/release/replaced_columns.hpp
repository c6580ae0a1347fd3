#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "postgres/release/replaced_release.hpp"

namespace microdata::postgres {

// The columns of a relation, without comments. Requires a SpiSession and a safe search_path.
std::vector<ReplacedColumn> replaced_columns(Oid relation);

}  // namespace microdata::postgres
