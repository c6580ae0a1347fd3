#pragma once

#include "postgres/server/api.hpp"

#include <string>

#include "core/regions/cut_tree.hpp"
#include "postgres/source/region_tree.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Returns cuts of a sample as SQL sees them.
RegionTree as_sql_sees_it(const CutTree& cuts, const Table& sample);

// Returns the expression of a row's region in the source. Fails if a column is gone.
std::string region_in_source(const Source& source, const RegionTree& tree);

}  // namespace microdata::postgres
