#include "postgres/release/writer.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>

#include "postgres/release/staged_rows.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

constexpr std::size_t most_bytes_at_once = 65536;

constexpr std::uint64_t largest_integer = std::numeric_limits<std::int32_t>::max();

// The codes of columns that share a linking, row by row. A bucket's rows are neighbours in their
// values, not in the source: column by column, every code would be a cache miss.
struct CodesByRow {
  std::span<const Row> linking;
  std::vector<std::size_t> columns;
  std::vector<Code> codes;

  const Code* of(Row row) const { return &codes[std::size_t{row} * columns.size()]; }
};

std::vector<CodesByRow> group_by_linking(std::span<const OutputColumn> columns) {
  std::vector<CodesByRow> groups;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (columns[c].always_null) continue;
    const auto shares = [&](const CodesByRow& group) {
      return group.linking.data() == columns[c].linking.data() &&
             columns[group.columns.front()].codes.size() == columns[c].codes.size();
    };
    const auto found = std::find_if(groups.begin(), groups.end(), shares);
    if (found == groups.end()) {
      groups.push_back({columns[c].linking, {c}, {}});
    } else {
      found->columns.push_back(c);
    }
  }
  return groups;
}

void lay_out(CodesByRow& group, std::span<const OutputColumn> columns, const Progress& progress) {
  const std::size_t width = group.columns.size();
  const std::size_t rows = columns[group.columns.front()].codes.size();
  group.codes.resize(rows * width);
  // A block of rows stays in the cache from its first column to the last.
  constexpr std::size_t block = 512;
  for (std::size_t begin = 0; begin < rows; begin += block) {
    progress.checkpoint_at(begin);
    const std::size_t end = std::min(rows, begin + block);
    for (std::size_t i = 0; i < width; ++i) {
      const Code* const codes = columns[group.columns[i]].codes.data();
      for (std::size_t row = begin; row < end; ++row)
        group.codes[row * width + i] = codes[row];
    }
  }
}

std::vector<CodesByRow> codes_by_row(std::span<const OutputColumn> columns,
                                     const Progress& progress) {
  std::vector<CodesByRow> groups = group_by_linking(columns);
  for (CodesByRow& group : groups)
    lay_out(group, columns, progress);
  return groups;
}

struct Cell {
  Datum value;
  bool is_null;
};

Cell cell(const OutputColumn& column, Code code) {
  if (column.dictionary == nullptr) return {column.values[code], column.nulls[code] != 0};
  if (column.dictionary->is_null(code)) return {0, true};
  return {column.dictionary->datum(code), false};
}

// The codes of the row this many places on are fetched ahead.
constexpr std::size_t fetched_ahead = 32;

void fetch(std::span<const CodesByRow> groups, std::size_t place) {
  constexpr std::size_t codes_of_line = 64 / sizeof(Code);
  for (const CodesByRow& group : groups) {
    if (group.linking[place] == no_row) continue;
    const Code* const codes = group.of(group.linking[place]);
    for (std::size_t i = 0; i < group.columns.size(); i += codes_of_line)
      __builtin_prefetch(codes + i);
    __builtin_prefetch(codes + group.columns.size() - 1);
  }
}

// What the place of a bucket has: its values, and how many bytes of them lie elsewhere.
std::size_t put_together(std::span<const CodesByRow> groups, std::span<const OutputColumn> columns,
                         std::size_t place, Datum* values, bool* nulls) {
  std::size_t bytes = 0;
  for (const CodesByRow& group : groups) {
    if (group.linking[place] == no_row) continue;
    const Code* const codes = group.of(group.linking[place]);
    for (std::size_t i = 0; i < group.columns.size(); ++i) {
      const OutputColumn& column = columns[group.columns[i]];
      const Cell value = cell(column, codes[i]);
      values[group.columns[i]] = value.value;
      nulls[group.columns[i]] = value.is_null;
      if (column.is_varlena && !value.is_null) bytes += VARSIZE_ANY(DatumGetPointer(value.value));
    }
  }
  return bytes;
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
  const std::vector<CodesByRow> groups = codes_by_row(columns, progress);
  for (std::size_t bucket = 0; bucket < buckets.buckets(); ++bucket) {
    const Datum number = first == 1 ? numbers.number(first_bucket + bucket) : Datum{0};
    for (std::size_t place = buckets.offsets[bucket]; place < buckets.offsets[bucket + 1];
         ++place) {
      if (place + fetched_ahead < buckets.rows.size()) fetch(groups, place + fetched_ahead);
      Datum* row_values = &values[rows * width];
      bool* row_nulls = &nulls[rows * width];
      std::fill_n(row_values, width, Datum{0});
      std::fill_n(row_nulls, width, true);
      if (first == 1) {
        row_values[0] = number;
        row_nulls[0] = false;
      }
      bytes += put_together(groups, columns, place, row_values + first, row_nulls + first);
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
    : relation_(relation),
      staged_(staging_for(relation)),
      table_(staged_.value_or(relation), columns + (bucket_column == BucketColumn::shown ? 1 : 0)),
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
  if (staged_) hand_over(*staged_, relation_);
}

void write_release(Oid relation, const TuplePartition& buckets, BucketColumn bucket_column,
                   std::span<const OutputColumn> columns, const Progress& progress) {
  ReleaseWriter writer(relation, bucket_column, columns.size());
  writer.write(buckets, columns, progress);
  writer.finish();
}

}  // namespace microdata::postgres
