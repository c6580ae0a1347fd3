#pragma once

#include "postgres/server/api.hpp"

#include <string>

#include "postgres/server/spi.hpp"
#include "postgres/source/region_rows.hpp"

namespace microdata::postgres {

// The distinct values of a relation's column, and how many rows have each: by an aggregate, which
// takes no memory by row. Of types that values are not compared by, as texts.
GlobalValues count_values(Oid relation, const std::string& column,
                          const KeptSnapshot* snapshot = nullptr);

}  // namespace microdata::postgres
