#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// A table that is published in place: the published rows replace its rows in one transaction, under
// an ACCESS EXCLUSIVE lock that the caller holds.

struct InPlace {
  const Source& source;
  // Verb for messages, such as "slice".
  const char* verb;
};

// Reason why a table in place has no regions.
inline constexpr const char* read_as_a_whole =
    "A table that is published in place is read and written as a whole.";

// Rows to publish in place of the table's rows.
struct RowsInPlace {
  const Table& table;
  const TuplePartition& buckets;
  // One column for each attribute of the table.
  std::vector<OutputColumn> columns;
  // Returns the group of an attribute, within which values stay together.
  std::function<std::size_t(std::size_t attribute)> group_of;
};

// Fails if the table cannot be rewritten, or if a target is given, before any work is done.
void check_in_place(const InPlace& in_place, const std::vector<AssignedRole>& roles,
                    const GivenTarget& given);

// Returns the roles for rewriting: generated columns become identifiers, because they are computed
// from the others instead of read.
std::vector<AssignedRole> roles_in_place(const Source& source, std::vector<AssignedRole> roles);

// Replaces the rows, rebuilds indexes and gathers new statistics; triggers do not fire. Identifiers
// become NULL.
void rewrite_in_place(const InPlace& in_place, const RowsInPlace& rows, const Progress& progress);

// Returns the relation of the row type that the argument row_type, a NULL, has.
Oid row_relation(const Arguments& arguments, const char* function);

// Returns pairs of a bucket's number and a row of the source's type, with NULL for attributes that
// are not published. `columns` are those of the table; `caller` is the memory context in which the
// function was called.
void return_rows(FunctionCallInfo fcinfo, MemoryContext caller, const Source& source,
                 const Table& table, const TuplePartition& buckets,
                 std::span<const OutputColumn> columns, const Progress& progress);

// Rows of a part of a release, as in its table: the bucket, then `columns`. `types` are those of
// the columns without a dictionary, in their order.
struct ReleaseRows {
  const TuplePartition& buckets;
  BucketNumbers numbers;
  // Number of buckets in the parts before this one.
  std::uint64_t first_bucket = 0;
  std::vector<OutputColumn> columns;
  const std::vector<Oid>& types;
  // Figures about the part as a whole.
  const std::vector<double>& figures;
};

// Returns the rows. The caller's column definition list must have their types. If the list has one
// more column, of type text, the first row has the figures there as an array literal, and NULL
// elsewhere.
void return_release_rows(FunctionCallInfo fcinfo, MemoryContext caller, ReleaseRows rows,
                         const Progress& progress);

}  // namespace microdata::postgres
