#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace microdata::postgres {

// How PostgreSQL has divided a table into partitions.

struct Partition;

// One level of a partitioned table, or of one of its partitions.
struct Partitioning {
  enum class Strategy { range, list, other };
  // `other`: by hash, by several columns, by an expression, or by another order than the type's.
  Strategy strategy = Strategy::other;
  // The key's columns, by name; empty where an expression is among them.
  std::vector<std::string> columns;
  // Whether rows are compared with bounds by nothing but what its type's owner could have had done
  // with the rights of whoever writes them.
  bool trusted = true;
  // As behind PARTITION BY.
  std::string key;
  // By their bounds: of a range ascending; the default partition last.
  std::vector<Partition> partitions;
};

struct Partition {
  Oid relation = InvalidOid;
  std::string name;
  // As behind PARTITION OF, independent of the session.
  std::string bound;
  // Of a range over one column, its first value; none: there is none below. The same for the value
  // that it ends before. As text, independent of the session.
  std::optional<std::string> from;
  std::optional<std::string> to;
  // Of a list.
  std::vector<std::string> values;
  bool takes_null = false;
  bool is_default = false;
  // One where it is partitioned itself.
  std::vector<Partitioning> divided;
};

// Of a partitioned table, locked; nothing for others. Requires a SpiSession.
std::optional<Partitioning> partitioning_of(Oid relation);

// The relations of all levels that a table is divided into, in no order. Requires a SpiSession.
std::vector<Oid> partitions_below(Oid relation);

// The partition at a path: the bounds of those that it is in, from the table down, and its own.
// Null: none.
const Partition* partition_at(const Partitioning& partitioning,
                              const std::vector<std::string>& path, std::size_t depth = 0);

// Whether a partition is another one, or within it.
bool has_prefix(const std::vector<std::string>& path, const std::vector<std::string>& prefix);

// Where a table's rows are. Citus lists the tables that it keeps; no header of it is needed for
// that.
enum class Distribution {
  // In the table: Citus does not know it, or is not there.
  local,
  // In shards on many servers, by the hash of a column.
  hashed,
  // In shards otherwise: on every server as a whole, in one place, or as a version says that is not
  // known here.
  otherwise,
};

Distribution distribution_of(Oid table);

// Whether other servers may have rows of a relation, and compute what is asked about them: foreign
// tables, what has one among its partitions or those that inherit from it, and views, which may be
// about one. Not what Citus has distributed: its servers are alike.
bool lies_elsewhere(Oid relation);

// From how many shards servers of Citus read a relation, each what it has, with nothing to be put
// together afterwards: those of a table that is distributed by hash, and of a view whose rows are
// each made of one shard's. 0: it is read otherwise. Requires a SpiSession.
std::size_t shards_of(Oid relation);

}  // namespace microdata::postgres
