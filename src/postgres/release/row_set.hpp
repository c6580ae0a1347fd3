#pragma once

#include "postgres/server/api.hpp"

#include <span>

#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// The relation of the row type that the argument row_type, a NULL of it, names.
Oid row_relation(const Arguments& arguments, const char* function);

// Returns pairs of a bucket's number and a row of the source's type, in which what is not published
// is NULL. `columns` are those of the table; `caller` is the context that the function was called
// in.
void return_rows(FunctionCallInfo fcinfo, MemoryContext caller, const Source& source,
                 const Table& table, const TuplePartition& buckets,
                 std::span<const OutputColumn> columns, const Progress& progress);

// Returns rows as a release's table has them: the bucket, then `columns`. The caller's column
// definition list must say their types.
void return_release_rows(FunctionCallInfo fcinfo, MemoryContext caller,
                         const TuplePartition& buckets, const BucketNumbers& numbers,
                         std::uint64_t first_bucket, std::span<const OutputColumn> columns,
                         const Progress& progress);

}  // namespace microdata::postgres
