#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "postgres/server/spi.hpp"
#include "postgres/source/shown_columns.hpp"

namespace microdata::postgres {

// Asks the catalogs, the extension's own among them, about columns of relations in the name of the
// catalog's owner. `statement` is what follows WITH, and may use
//   shown (position, relation, attribute): these columns, with the positions given;
//   family (origin, relation): of each of these relations, itself, the tables that it inherits
//     from, and those that inherit from it.
// Requires a SpiSession and a lock on the source.
std::vector<ResultRow> query_families(const std::vector<ShownColumn>& columns,
                                      const char* statement);

// The same about what the source's columns show, by their positions.
std::vector<ResultRow> query_families(const Source& source, const char* statement);

}  // namespace microdata::postgres
