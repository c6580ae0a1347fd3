#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace microdata::postgres {

// Partitioning of a table by PostgreSQL.

// The place of a partition: the bounds of the partitions around it, from the table down, and its
// own bound.
using PartitionPath = std::vector<std::string>;

struct Partition;

// One level of a partitioned table, or of one of its partitions.
struct Partitioning {
  enum class Strategy { range, list, other };
  // Strategy of the key; `other` is by hash, by several columns, by an expression, or by another
  // order than the type's.
  Strategy strategy = Strategy::other;
  // Names of the key's columns; empty if the key has an expression.
  std::vector<std::string> columns;
  // True if comparing rows with bounds runs no code that the type's owner could not have run anyway
  // with the writer's rights.
  bool trusted = true;
  // Text after PARTITION BY.
  std::string key;
  // Partitions by their bounds: ranges ascending, and the default partition last.
  std::vector<Partition> partitions;
};

struct Partition {
  Oid relation = InvalidOid;
  std::string name;
  // Text after PARTITION OF, independent of the session.
  std::string bound;
  // First value of a range over one column, and the value before which it ends, as text independent
  // of the session. Empty if the range has no such limit.
  std::optional<std::string> from;
  std::optional<std::string> to;
  // Values of a partition by list.
  std::vector<std::string> values;
  bool takes_null = false;
  bool is_default = false;
  // Partitioning of the partition itself, if there is one; otherwise empty.
  std::vector<Partitioning> divided;
};

// Returns the partitioning of a table, with a lock on it; nothing for a table without partitions.
// Requires a SpiSession.
std::optional<Partitioning> partitioning_of(Oid relation);

// Returns the partitions of all levels below a table, in no order. Requires a SpiSession.
std::vector<Oid> partitions_below(Oid relation);

// Returns an item of FROM with the rows of a relation, for a statement that evaluates `expression`
// of each. The planner copies a statement's expressions for each partition, which takes minutes if
// both are many: they are then evaluated above a query of all partitions.
std::string rows_to_evaluate(Oid relation, const std::string& expression);

// Returns the partition at a path: the bounds of the partitions around it, from the table down, and
// its own. Null if there is none.
const Partition* partition_at(const Partitioning& partitioning,
                              const std::vector<std::string>& path, std::size_t depth = 0);

// True if the partition at `path` is the one at `prefix`, or within it.
bool has_prefix(const std::vector<std::string>& path, const std::vector<std::string>& prefix);

// Place of a table's rows. Citus lists its tables in a catalog, so no header of Citus is needed.
enum class Distribution {
  // Rows in the table itself: Citus does not know the table, or is not installed.
  local,
  // Rows in shards on many servers, by the hash of a column.
  hashed,
  // Rows in other shards: on every server as a whole, in one place, or by a method unknown to this
  // version.
  otherwise,
};

Distribution distribution_of(Oid table);

// True if other servers might have rows of a relation, and compute conditions on them: for foreign
// tables, for tables with a foreign table among their partitions or children, and for views, which
// might read one. False for tables that Citus distributes, because its servers are alike.
bool lies_elsewhere(Oid relation);

// Returns the number of shards that Citus servers read by themselves, without combining results: of
// a table that is distributed by hash, or of a view whose rows each come from one shard. Returns 0
// if the relation is read otherwise. Requires a SpiSession.
std::size_t shards_of(Oid relation);

}  // namespace microdata::postgres
