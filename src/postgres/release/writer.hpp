#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "core/microdata/keyed_permutation.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Rows for a table that Citus has distributed. The table that is seen here has none: what is
// written into it past SQL would be lost. They wait in a table of this server, in the same
// transaction.

// An empty table being filled, or a partitioned one whose partitions are, each row going to the one
// that its values belong to: of tables made in the same transaction, hence frozen, without WAL
// where the server allows it. Between its batches, nobody else writes.
class TableSink {
 public:
  // `columns` of all rows.
  TableSink(Oid relation, std::size_t columns);

  // At most `most_rows_at_once` rows of values each. Within a guard: owns nothing.
  void put(const Datum* values, const bool* nulls, std::size_t rows) const;

  // Makes what was written visible. An error before leaves all to the transaction's end.
  void finish();

  // In memory of the server's.
  struct PartitionNode;

 private:
  PartitionNode* root_ = nullptr;
};

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

// The numbers of a release's buckets.
class BucketNumbers {
 public:
  // 1, 2, 3 and so on, as buckets are written.
  BucketNumbers() = default;
  // From 1 to the permutation's size, at random: where buckets are written region by region, their
  // numbers say nothing of the region. There are at most as many buckets.
  // Others have those up to `above`, from which they go on.
  explicit BucketNumbers(const KeyedPermutation& permutation, std::uint64_t above = 0)
      : permutation_(permutation), above_(above) {}

  // The largest that there can be; 0 where they are given as buckets come.
  std::uint64_t largest() const { return permutation_ ? above_ + permutation_->size() : 0; }

  // What numbers are of in SQL: integer, or bigint where one may be above 2^31 - 1.
  const char* type() const { return is_wide() ? "bigint" : "integer"; }

  // Of the bucket that is the `index`th of all, from 0. Fails where there is no such number.
  Datum number(std::uint64_t index) const;

 private:
  bool is_wide() const;

  std::optional<KeyedPermutation> permutation_;
  std::uint64_t above_ = 0;
};

// Puts a part of a release together, bucket by bucket, and hands the rows over; `first_bucket` are
// in the parts before it.
void write_rows(const TuplePartition& buckets, BucketColumn bucket_column,
                const BucketNumbers& numbers, std::uint64_t first_bucket,
                std::span<const OutputColumn> columns, const RowSink& sink,
                const Progress& progress);

// Puts all of a release's rows together. Buckets are numbered from 1.
void write_rows(const TuplePartition& buckets, BucketColumn bucket_column,
                std::span<const OutputColumn> columns, const RowSink& sink,
                const Progress& progress);

// Fills an empty table, made in the same transaction, part by part: without WAL where the server
// allows it, frozen, in large batches. Its columns are the bucket, if shown, and then as many as
// `columns`. Between the parts, the table is not written by others.
class ReleaseWriter {
 public:
  ReleaseWriter(Oid relation, BucketColumn bucket_column, std::size_t columns,
                const BucketNumbers& numbers = {});

  // `columns` as many as were announced, need not outlive the call.
  void write(const TuplePartition& buckets, std::span<const OutputColumn> columns,
             const Progress& progress);

  // Makes what was written visible. An error before leaves all to the transaction's end.
  void finish();

  std::uint64_t buckets() const { return buckets_; }

 private:
  Oid relation_;
  // Of a distributed table: where rows wait.
  std::optional<Oid> staged_;
  TableSink table_;
  BucketColumn bucket_column_;
  BucketNumbers numbers_;
  std::uint64_t buckets_ = 0;
};

// Fills one at once.
void write_release(Oid relation, const TuplePartition& buckets, BucketColumn bucket_column,
                   std::span<const OutputColumn> columns, const Progress& progress);

}  // namespace microdata::postgres
