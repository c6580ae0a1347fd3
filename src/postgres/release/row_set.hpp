#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <span>
#include <vector>

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
