#include "postgres/server/writable.hpp"

#include "postgres/server/api.hpp"

#include <string>

#include "postgres/server/error.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

void require_writable(const char* function) {
  if (guarded([] { return RecoveryInProgress(); })) {
    throw Error(ERRCODE_READ_ONLY_SQL_TRANSACTION,
                "cannot execute " + std::string(function) + " on a standby server")
        .hint("Call it on the primary server, from where all that it makes comes to here.");
  }
  guarded([&] {
    PreventCommandIfReadOnly(function);
    PreventCommandIfParallelMode(function);
  });
}

void require_pages(::Relation relation) {
  if (RelationIsPermanent(relation) || !RecoveryInProgress()) return;
  ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                  errmsg("cannot access temporary or unlogged relations during recovery"),
                  errdetail("Table \"%s\" has no rows here.", RelationGetRelationName(relation))));
}

}  // namespace microdata::postgres
