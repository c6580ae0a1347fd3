#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <functional>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Publishing a table in place: its rows are replaced by the published ones, in one transaction,
// under an ACCESS EXCLUSIVE lock that the caller has taken.

struct InPlace {
  const Source& source;
  // As messages have it: "slice".
  const char* verb;
};

// Why there are no regions.
inline constexpr const char* read_as_a_whole =
    "A table that is published in place is read and written as a whole.";

// The attributes that are published.
struct RowsInPlace {
  const Table& table;
  const TuplePartition& buckets;
  // One for each attribute of the table.
  std::vector<OutputColumn> columns;
  // The group of an attribute, within which values stay together.
  std::function<std::size_t(std::size_t attribute)> group_of;
};

// Fails for what cannot be rewritten, and for a target, before any work is done.
void check_in_place(const InPlace& in_place, const std::vector<AssignedRole>& roles,
                    const GivenTarget& given);

// Roles as far as rewriting goes: generated columns are not read, they follow from the others.
std::vector<AssignedRole> roles_in_place(const Source& source, std::vector<AssignedRole> roles);

// Replaces the rows. Indexes are rebuilt and statistics gathered anew; triggers do not fire.
// Identifiers become NULL.
void rewrite_in_place(const InPlace& in_place, const RowsInPlace& rows, const Progress& progress);

}  // namespace microdata::postgres
