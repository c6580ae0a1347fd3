#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>

namespace microdata::postgres {

// As many rows are put together at once as COPY does.
inline constexpr std::size_t most_rows_at_once = 1000;

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

}  // namespace microdata::postgres
