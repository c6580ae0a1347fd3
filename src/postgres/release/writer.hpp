#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>

#include "core/base/keyed_permutation.hpp"
#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Rows of a table must fit into a page, however much of their values is stored elsewhere.

// Error (54000) for rows that are too big for their table, with the least number of bytes of a row.
class RowTooBig : public Error {
 public:
  RowTooBig(const Error& error, std::size_t bytes) : Error(error), bytes_(bytes) {}
  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_;
};

// Returns the number of tables into which the columns of such a row can be divided, with room for
// bytes that are not counted.
std::size_t tables_for(std::size_t bytes);

// Returns the smallest number of bytes that the values of these attributes take in a row, if they
// are published unchanged.
std::size_t least_bytes_of_values(const Table& table, const AttributeSet& attributes);

// Fails (54000) if values of so many bytes do not fit into a row; `columns` is the number of the
// table's columns.
void require_row_fits(std::size_t least_bytes, std::size_t columns);

// Returns the smallest number of bytes that a text takes in a row, from its size with a whole
// header: short texts are stored in the row, and a pointer stands for others.
double least_bytes_of_text(double size);

// Fails (54000) if rows with lists of values, which are as long as classes are large, do not fit.
// `columns` is the number of generalized columns; `in_place_of_lists` is a sentence about shorter
// alternatives, or empty.
void require_row_with_lists_fits(double least_bytes, std::size_t columns,
                                 const std::string& in_place_of_lists);

// Throws a RowTooBig if the server's error says so.
void explain_row_too_big(const ErrorData& error);

// Rows for a table that Citus has distributed wait in a table of this server, in the same
// transaction. The distributed table itself has no rows here: rows written into it without SQL
// would be lost.

// Sink for an empty table, or for a partitioned one with empty partitions, to which rows go by
// their values. The tables were created in the same transaction; therefore rows are frozen, and
// written without WAL if the server allows it. Between its batches, nobody else writes.
class TableSink {
 public:
  // `columns` is the number of columns of all rows.
  TableSink(Oid relation, std::size_t columns);

  // Writes at most `most_rows_at_once` rows of values. Within a guard: owns nothing.
  void put(const Datum* values, const bool* nulls, std::size_t rows) const;

  // Makes the written rows visible. After an earlier error, the transaction's end cleans up.
  void finish();

  // Table in memory of the server.
  struct PartitionNode;

 private:
  PartitionNode* root_ = nullptr;
};

// Row number of a place without a row.
inline constexpr Row no_row = std::numeric_limits<Row>::max();

// Column to write: for each place, the row whose value is there, the row's code, and the code's
// value. `linking`, the codes, and the dictionary or values outlive the column. A place without a
// row gets NULL.
struct OutputColumn {
  std::span<const Row> linking;
  std::span<const Code> codes;
  const Dictionary* dictionary = nullptr;
  // Replacement for a dictionary: a value for each code, and 1 if it is NULL.
  std::span<const Datum> values;
  std::span<const std::uint8_t> nulls;
  bool is_varlena = false;
  // True if the column has only nulls: an identifier.
  bool always_null = false;
};

// Returns the column of an attribute that is published unchanged.
OutputColumn plain_column(std::span<const Row> linking, std::span<const Code> codes,
                          const Dictionary& dictionary);

// Receiver of finished rows, a batch at a time; called within a guard, so it may call PostgreSQL
// and must own nothing.
struct RowSink {
  void* self;
  // Takes `rows` rows of values each; a bucket's number comes first if it is shown.
  void (*put)(void* self, const Datum* values, const bool* nulls, std::size_t rows);
};

// Presence of the bucket's number at the beginning of rows.
enum class BucketColumn { shown, left_out };

// Numbers of a release's buckets.
class BucketNumbers {
 public:
  // Numbers 1, 2, 3 and so on, as buckets are written.
  BucketNumbers() = default;
  // Random numbers from 1 to the permutation's size, so that they do not disclose the region if
  // buckets are written region by region. There are at most as many buckets. Numbers up to `above`
  // are taken, and the new ones follow.
  explicit BucketNumbers(const KeyedPermutation& permutation, std::uint64_t above = 0)
      : permutation_(permutation), above_(above) {}

  // Returns the largest possible number; 0 if numbers are given in order.
  std::uint64_t largest() const { return permutation_ ? above_ + permutation_->size() : 0; }

  // Returns the numbers' type in SQL: integer, or bigint if one can be above 2^31 - 1.
  const char* type() const { return is_wide() ? "bigint" : "integer"; }

  // Returns the number of the bucket with the 0-based `index` among all. Fails if there is no such
  // number.
  Datum number(std::uint64_t index) const;

 private:
  bool is_wide() const;

  std::optional<KeyedPermutation> permutation_;
  std::uint64_t above_ = 0;
};

// Puts a part of a release together, bucket by bucket, and hands the rows over; `first_bucket` is
// the number of buckets in the parts before it.
void write_rows(const TuplePartition& buckets, BucketColumn bucket_column,
                const BucketNumbers& numbers, std::uint64_t first_bucket,
                std::span<const OutputColumn> columns, const RowSink& sink,
                const Progress& progress);

// Puts all of a release's rows together, with buckets numbered from 1.
void write_rows(const TuplePartition& buckets, BucketColumn bucket_column,
                std::span<const OutputColumn> columns, const RowSink& sink,
                const Progress& progress);

// Writer that fills an empty table, created in the same transaction, part by part: frozen, in large
// batches, without WAL if the server allows it. The table's columns are the bucket, if shown, and
// then `columns` others. Between the parts, the table is not written by others.
class ReleaseWriter {
 public:
  ReleaseWriter(Oid relation, BucketColumn bucket_column, std::size_t columns,
                const BucketNumbers& numbers = {});

  // Writes a part; `columns` must be as many as announced, and need not outlive the call.
  void write(const TuplePartition& buckets, std::span<const OutputColumn> columns,
             const Progress& progress);

  // Makes the written rows visible. After an earlier error, the transaction's end cleans up.
  void finish();

  std::uint64_t buckets() const { return buckets_; }

 private:
  Oid relation_;
  // Table in which rows wait, if the release's table is distributed.
  std::optional<Oid> staged_;
  TableSink table_;
  BucketColumn bucket_column_;
  BucketNumbers numbers_;
  std::uint64_t buckets_ = 0;
};

}  // namespace microdata::postgres
