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

}  // namespace microdata::postgres
