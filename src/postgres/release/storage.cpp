#include "postgres/release/storage.hpp"

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// Citus lists what it distributes, or replicates, in a table of this name. The table that its users
// see is then an empty shell: rows are in shards, here or on other servers.
constexpr const char* distributed_tables = "pg_dist_partition";
constexpr const char* distributed_table = "logicalrelid";

// Only a superuser makes tables in pg_catalog: nobody else can have others' tables refused.
bool is_distributed(Oid table) {
  return guarded([&] {
    const Oid list = get_relname_relid(distributed_tables, PG_CATALOG_NAMESPACE);
    if (!OidIsValid(list)) return false;
    const AttrNumber column = get_attnum(list, distributed_table);
    // A list that cannot be read as we know it may list the table.
    if (get_rel_relkind(list) != RELKIND_RELATION || column == InvalidAttrNumber ||
        get_atttype(list, column) != REGCLASSOID) {
      return true;
    }
    const Relation relation = table_open(list, AccessShareLock);
    ScanKeyData key;
    ScanKeyInit(&key, column, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(table));
    SysScanDesc scan = systable_beginscan(relation, InvalidOid, false, nullptr, 1, &key);
    const bool listed = HeapTupleIsValid(systable_getnext(scan));
    systable_endscan(scan);
    table_close(relation, AccessShareLock);
    return listed;
  });
}

const char* access_method(Oid table) {
  return guarded([&]() -> const char* {
    const Relation relation = table_open(table, NoLock);
    const Oid access = relation->rd_rel->relam;
    table_close(relation, NoLock);
    return access == HEAP_TABLE_AM_OID ? nullptr : get_am_name(access);
  });
}

}  // namespace

std::optional<std::string> kept_elsewhere(Oid table) {
  if (const char* method = access_method(table)) {
    return "It is of the access method " + in_quotes(method) + ", not heap.";
  }
  if (is_distributed(table)) {
    return "It is a distributed table: its rows are in shards, which would keep them as they are.";
  }
  return std::nullopt;
}

}  // namespace microdata::postgres
