#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "postgres/server/spi.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Asks the catalogs, the extension's own among them, about the columns that the source's columns
// show (shown_columns.hpp), in the name of the catalog's owner. `statement` is what follows WITH,
// and may use
//   shown (position, relation, attribute): the source's columns, by position, and what they show;
//   family (origin, relation): of each of these relations, itself, the tables that it inherits
//     from, and those that inherit from it.
// Requires a SpiSession and a lock on the source.
std::vector<ResultRow> query_families(const Source& source, const char* statement);

}  // namespace microdata::postgres
