#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Warns of columns to be published that look like identifiers though nobody chose a role for them.
// Reads no more than a sample of the source besides what was read of it. Where the table is but a
// sample, that its values are nearly all distinct says nothing.
void warn_of_identifiers(const Source& source, const std::vector<AssignedRole>& roles,
                         const Table& table, const Progress& progress, bool whole = true);

}  // namespace microdata::postgres
