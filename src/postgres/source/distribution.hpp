#pragma once

#include "postgres/server/api.hpp"

namespace microdata::postgres {

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

// Whether Citus keeps a list of tables here.
bool knows_distributed_tables();

// Whether other servers may have rows of a relation, and compute what is asked about them: foreign
// tables, what has one among its partitions or those that inherit from it, and views, which may be
// about one. Not what Citus has distributed: its servers are alike.
bool lies_elsewhere(Oid relation);

}  // namespace microdata::postgres
