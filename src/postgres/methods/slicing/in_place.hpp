#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/methods/slicing/sliced_release.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Slicing a table in place: its rows are replaced by the sliced ones, in one transaction, under an
// ACCESS EXCLUSIVE lock that the caller has taken.

// Fails for what cannot be rewritten, before any work is done.
void check_in_place(const Source& source, const std::vector<AssignedRole>& roles);

// Roles as far as rewriting goes: generated columns are not read, they follow from the others.
std::vector<AssignedRole> roles_in_place(const Source& source, std::vector<AssignedRole> roles);

// Replaces the rows. Indexes are rebuilt and statistics gathered anew; triggers do not fire.
// Identifiers become NULL.
void rewrite_in_place(const Source& source, const SlicedTable& sliced, const Progress& progress);

}  // namespace microdata::postgres
