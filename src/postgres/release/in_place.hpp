#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/server/function_call.hpp"
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

// The relation of the row type that the argument row_type, a NULL of it, names.
Oid row_relation(const Arguments& arguments, const char* function);

// Returns pairs of a bucket's number and a row of the source's type, in which what is not published
// is NULL. `columns` are those of the table; `caller` is the context that the function was called
// in.
void return_rows(FunctionCallInfo fcinfo, MemoryContext caller, const Source& source,
                 const Table& table, const TuplePartition& buckets,
                 std::span<const OutputColumn> columns, const Progress& progress);

// Rows of a part of a release, as its table has them: the bucket, then `columns`; `types` are those
// of columns without a dictionary, in their order.
struct ReleaseRows {
  const TuplePartition& buckets;
  BucketNumbers numbers;
  // Buckets of the parts before it.
  std::uint64_t first_bucket = 0;
  std::vector<OutputColumn> columns;
  const std::vector<Oid>& types;
  // Of the part as a whole.
  const std::vector<double>& figures;
};

// Returns them. The caller's column definition list must say the types. Where it has one more
// column, of text, the first row has the figures there, as an array's literal, and NULL elsewhere.
void return_release_rows(FunctionCallInfo fcinfo, MemoryContext caller, ReleaseRows rows,
                         const Progress& progress);

}  // namespace microdata::postgres
