#pragma once

#include "postgres/server/api.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

// How PostgreSQL has divided a table into partitions.

namespace microdata::postgres {

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

// Visits partitions of all levels, those above before those below.
void for_each_partition(const Partitioning& partitioning,
                        const std::function<void(const Partition&)>& visit);

// The relations of all levels that a table is divided into, in no order. Requires a SpiSession.
std::vector<Oid> partitions_below(Oid relation);

}  // namespace microdata::postgres
