#pragma once

#include "postgres/server/api.hpp"

#include <string>

#include "postgres/server/spi.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

inline const std::string number_of_rows = "pg_catalog.count(*)";

// The distinct values of a relation's column, and of how many rows each is by `number`, an
// aggregate: PostgreSQL counts, so that this takes no memory by row. Of a type that values are not
// compared by, as texts.
GlobalValues count_values(const Source& relation, const SourceColumn& column,
                          const std::string& number = number_of_rows,
                          const KeptSnapshot* snapshot = nullptr);

// Bytes that it takes to count them, and to know them in each region that is read.
std::int64_t bytes_of_counted_values(const Source& relation, const SourceColumn& column);

}  // namespace microdata::postgres
