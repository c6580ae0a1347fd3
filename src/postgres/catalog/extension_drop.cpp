#include "postgres/catalog/extension_drop.hpp"

#include <algorithm>
#include <array>

#include "postgres/server/settings.hpp"

namespace microdata::postgres {

namespace {

// Tables of the catalog that the command may not drop unasked; none if there is no such command.
struct KeptTables {
  Oid releases = InvalidOid;
  Oid series = InvalidOid;
  Oid ledger = InvalidOid;
};
KeptTables kept;

// The hook that was there before, which is called, too.
object_access_hook_type next_hook = nullptr;
bool hooked = false;

// Returns how many rows there are of a table that is locked to be dropped.
std::int64_t rows_of(Oid table) {
  if (!OidIsValid(table)) return 0;
  Relation relation = table_open(table, NoLock);
  SysScanDesc scan = systable_beginscan(relation, InvalidOid, false, nullptr, 0, nullptr);
  std::int64_t rows = 0;
  while (HeapTupleIsValid(systable_getnext(scan)))
    ++rows;
  systable_endscan(scan);
  table_close(relation, NoLock);
  return rows;
}

// All that the command drops is locked by now, and all of it is still there when the first of these
// tables goes: nobody adds a row any more.
void judge_drop() {
  const KeptTables tables = kept;
  kept = {};
  const std::int64_t releases = rows_of(tables.releases);
  const std::int64_t series = rows_of(tables.series);
  const std::int64_t remembered = rows_of(tables.ledger);
  if ((releases > 0 || series > 0) && !allows_drop()) {
    ereport(ERROR,
            (errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
             errmsg("cannot drop extension pg_microdata while releases or series are on record"),
             errdetail("Releases: " INT64_FORMAT "; series: " INT64_FORMAT
                       "; releases in the ledger: " INT64_FORMAT ".",
                       releases, series, remembered),
             errhint("Use drop_release() and drop_series(), or SET pg_microdata.allow_drop = on to "
                     "drop the extension with its ledger and the memory of its series.")));
  }
  if (remembered == 0) return;
  ereport(WARNING,
          (errmsg("the ledger of pg_microdata is dropped with the extension"),
           errdetail("Releases in the ledger: " INT64_FORMAT ".", remembered),
           errhint("Published data stay known. Only a dump made before the command keeps "
                   "the ledger: pg_dump -t 'microdata.*'. In a transaction block, ROLLBACK "
                   "undoes the command.")));
}

void on_access(ObjectAccessType access, Oid catalog, Oid object, int part, void* argument) {
  if (next_hook != nullptr) next_hook(access, catalog, object, part, argument);
  if (access != OAT_DROP || catalog != RelationRelationId || part != 0 || !OidIsValid(object))
    return;
  const std::array tables{kept.releases, kept.series, kept.ledger};
  if (std::find(tables.begin(), tables.end(), object) != tables.end()) judge_drop();
}

}  // namespace

void keep_catalog() {
  if (!hooked) {
    next_hook = object_access_hook;
    object_access_hook = on_access;
    hooked = true;
  }
  kept = {};
  const Oid schema = get_namespace_oid("microdata", true);
  if (!OidIsValid(schema)) return;
  kept.releases = get_relname_relid("release_record", schema);
  kept.series = get_relname_relid("series_record", schema);
  kept.ledger = get_relname_relid("ledger_record", schema);
}

}  // namespace microdata::postgres
