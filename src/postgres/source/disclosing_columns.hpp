#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Fails, or warns where pg_microdata.unclassified is "warn", if columns to be published for which
// nobody chose a role disclose a sensitive one: they are computed from it, have lists of its
// values, determine it in the table's rows, alone or two together, or are determined by it
// (core/privacy/functional_dependency.hpp). The table may be a sample of the source's rows.
void check_disclosing_columns(const Source& source, const std::vector<AssignedRole>& roles,
                              const Table& table, const Progress& progress);

}  // namespace microdata::postgres
