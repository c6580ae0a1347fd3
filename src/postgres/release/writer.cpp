#include "postgres/release/writer.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "postgres/release/table_sink.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

constexpr std::size_t most_bytes_at_once = 65536;

struct Cell {
  Datum value;
  bool is_null;
};

Cell cell(const OutputColumn& column, std::size_t place) {
  if (column.always_null) return {0, true};
  if (column.linking[place] == no_row) return {0, true};
  const Code code = column.codes[column.linking[place]];
  if (column.dictionary == nullptr) return {column.values[code], column.nulls[code] != 0};
  if (column.dictionary->is_null(code)) return {0, true};
  return {column.dictionary->datum(code), false};
}

// Buckets' rows are neighbours in their values, not in the source: every code is a cache miss.
// Those of the row this many places on are fetched ahead.
constexpr std::size_t fetched_ahead = 16;

void fetch(std::span<const OutputColumn> columns, std::size_t place) {
  for (const OutputColumn& column : columns) {
    if (!column.always_null && column.linking[place] != no_row)
      __builtin_prefetch(&column.codes[column.linking[place]]);
  }
}

}  // namespace

void write_rows(const TuplePartition& buckets, BucketColumn bucket_column,
                std::span<const OutputColumn> columns, const RowSink& sink,
                const Progress& progress) {
  const std::size_t first = bucket_column == BucketColumn::shown ? 1 : 0;
  const std::size_t width = columns.size() + first;
  std::vector<Datum> values(most_rows_at_once * width);
  const auto nulls = std::make_unique<bool[]>(most_rows_at_once * width);
  std::size_t rows = 0;
  std::size_t bytes = 0;
  const auto flush = [&] {
    if (rows == 0) return;
    guarded([&] { sink.put(sink.self, values.data(), nulls.get(), rows); });
    progress.advance(rows);
    rows = 0;
    bytes = 0;
    progress.checkpoint();
  };
  if (buckets.buckets() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "too many buckets to be numbered by an integer");
  }
  progress.expect(buckets.rows.size());
  for (std::size_t bucket = 0; bucket < buckets.buckets(); ++bucket) {
    for (std::size_t place = buckets.offsets[bucket]; place < buckets.offsets[bucket + 1];
         ++place) {
      if (place + fetched_ahead < buckets.rows.size()) fetch(columns, place + fetched_ahead);
      Datum* row_values = &values[rows * width];
      bool* row_nulls = &nulls[rows * width];
      if (first == 1) {
        row_values[0] = Int32GetDatum(static_cast<std::int32_t>(bucket + 1));
        row_nulls[0] = false;
      }
      for (std::size_t c = 0; c < columns.size(); ++c) {
        const Cell value = cell(columns[c], place);
        row_values[c + first] = value.value;
        row_nulls[c + first] = value.is_null;
        if (columns[c].is_varlena && !value.is_null) {
          bytes += VARSIZE_ANY(DatumGetPointer(value.value));
        }
      }
      ++rows;
      if (rows == most_rows_at_once || bytes >= most_bytes_at_once) flush();
    }
  }
  flush();
}

void write_release(Oid relation, const TuplePartition& buckets, BucketColumn bucket_column,
                   std::span<const OutputColumn> columns, const Progress& progress) {
  TableSink table(relation, columns.size() + (bucket_column == BucketColumn::shown ? 1 : 0));
  const auto put = [](void* self, const Datum* values, const bool* nulls, std::size_t rows) {
    static_cast<TableSink*>(self)->put(values, nulls, rows);
  };
  write_rows(buckets, bucket_column, columns, {&table, put}, progress);
  table.finish();
}

}  // namespace microdata::postgres
