#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Instead of the row whose value stands at a place: there is none.
inline constexpr Row no_row = std::numeric_limits<Row>::max();

// One column of what is written: for each place, the row whose value stands there, the row's code,
// and the code's value. `linking` outlives the column, as do the codes and the dictionary or
// values. Where there is no row there is NULL.
struct OutputColumn {
  std::span<const Row> linking;
  std::span<const Code> codes;
  const Dictionary* dictionary = nullptr;
  // Instead of a dictionary: a value for each code, and whether it is NULL.
  std::span<const Datum> values;
  std::span<const std::uint8_t> nulls;
  bool is_varlena = false;
  // No value at all: an identifier.
  bool always_null = false;
};

// Receives finished rows, a batch at a time; called within a guard, so that it may call PostgreSQL
// and must own nothing.
struct RowSink {
  void* self;
  // `values` and `nulls` hold `rows` rows of values each, where there is one the bucket first.
  void (*put)(void* self, const Datum* values, const bool* nulls, std::size_t rows);
};

// Whether rows begin with the number of their bucket.
enum class BucketColumn { shown, left_out };

// Puts the release's rows together, bucket by bucket, and hands them over. Buckets are numbered
// from 1.
void write_rows(const TuplePartition& buckets, BucketColumn bucket_column,
                std::span<const OutputColumn> columns, const RowSink& sink,
                const Progress& progress);

// Fills an empty table, made in the same transaction, whose columns are the bucket, if shown, and
// then `columns`: without WAL where the server allows it, frozen, in large batches.
void write_release(Oid relation, const TuplePartition& buckets, BucketColumn bucket_column,
                   std::span<const OutputColumn> columns, const Progress& progress);

}  // namespace microdata::postgres
