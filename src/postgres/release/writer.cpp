#include "postgres/release/writer.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

constexpr std::size_t most_bytes_at_once = 65536;

constexpr std::uint64_t largest_integer = std::numeric_limits<std::int32_t>::max();

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

bool BucketNumbers::is_wide() const {
  return largest() > largest_integer;
}

Datum BucketNumbers::number(std::uint64_t index) const {
  if (!permutation_) {
    if (index < largest_integer) return Int32GetDatum(static_cast<std::int32_t>(index + 1));
    throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "too many buckets to be numbered by an integer");
  }
  if (index >= permutation_->size())
    throw std::logic_error("there are more buckets than there can be");
  const std::uint64_t number = above_ + (*permutation_)(index) + 1;
  return is_wide() ? Int64GetDatum(static_cast<std::int64_t>(number))
                   : Int32GetDatum(static_cast<std::int32_t>(number));
}

void write_rows(const TuplePartition& buckets, BucketColumn bucket_column,
                const BucketNumbers& numbers, std::uint64_t first_bucket,
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
  progress.expect(buckets.rows.size());
  for (std::size_t bucket = 0; bucket < buckets.buckets(); ++bucket) {
    const Datum number = first == 1 ? numbers.number(first_bucket + bucket) : Datum{0};
    for (std::size_t place = buckets.offsets[bucket]; place < buckets.offsets[bucket + 1];
         ++place) {
      if (place + fetched_ahead < buckets.rows.size()) fetch(columns, place + fetched_ahead);
      Datum* row_values = &values[rows * width];
      bool* row_nulls = &nulls[rows * width];
      if (first == 1) {
        row_values[0] = number;
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

void write_rows(const TuplePartition& buckets, BucketColumn bucket_column,
                std::span<const OutputColumn> columns, const RowSink& sink,
                const Progress& progress) {
  write_rows(buckets, bucket_column, {}, 0, columns, sink, progress);
}

ReleaseWriter::ReleaseWriter(Oid relation, BucketColumn bucket_column, std::size_t columns,
                             const BucketNumbers& numbers)
    : table_(relation, columns + (bucket_column == BucketColumn::shown ? 1 : 0)),
      bucket_column_(bucket_column),
      numbers_(numbers) {}

void ReleaseWriter::write(const TuplePartition& buckets, std::span<const OutputColumn> columns,
                          const Progress& progress) {
  const auto put = [](void* self, const Datum* values, const bool* nulls, std::size_t rows) {
    static_cast<TableSink*>(self)->put(values, nulls, rows);
  };
  write_rows(buckets, bucket_column_, numbers_, buckets_, columns, {&table_, put}, progress);
  buckets_ += buckets.buckets();
}

void ReleaseWriter::finish() {
  table_.finish();
}

void write_release(Oid relation, const TuplePartition& buckets, BucketColumn bucket_column,
                   std::span<const OutputColumn> columns, const Progress& progress) {
  ReleaseWriter writer(relation, bucket_column, columns.size());
  writer.write(buckets, columns, progress);
  writer.finish();
}

}  // namespace microdata::postgres
