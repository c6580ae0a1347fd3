#include "postgres/source/distribution.hpp"

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

// Citus lists what it distributes, or replicates, in a table of this name. The table that its users
// see is then an empty shell: rows are in shards, here or on other servers.
constexpr const char* distributed_tables = "pg_dist_partition";
constexpr const char* distributed_table = "logicalrelid";
constexpr const char* distribution_method = "partmethod";
constexpr char by_hash = 'h';

bool has_type(Oid list, AttrNumber column, Oid type) {
  return column != InvalidAttrNumber && get_atttype(list, column) == type;
}

Distribution of_tuple(Relation relation, HeapTuple tuple, AttrNumber method) {
  bool is_null = true;
  const Datum value = heap_getattr(tuple, method, RelationGetDescr(relation), &is_null);
  return !is_null && DatumGetChar(value) == by_hash ? Distribution::hashed
                                                    : Distribution::otherwise;
}

}  // namespace

// Only a superuser makes tables in pg_catalog: nobody else can have others' tables refused.
Distribution distribution_of(Oid table) {
  return guarded([&] {
    const Oid list = get_relname_relid(distributed_tables, PG_CATALOG_NAMESPACE);
    if (!OidIsValid(list)) return Distribution::local;
    const AttrNumber column = get_attnum(list, distributed_table);
    const AttrNumber method = get_attnum(list, distribution_method);
    // A list that cannot be read as we know it may list the table.
    if (get_rel_relkind(list) != RELKIND_RELATION || !has_type(list, column, REGCLASSOID) ||
        !has_type(list, method, CHAROID)) {
      return Distribution::otherwise;
    }
    const Relation relation = table_open(list, AccessShareLock);
    ScanKeyData key;
    ScanKeyInit(&key, column, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(table));
    SysScanDesc scan = systable_beginscan(relation, InvalidOid, false, nullptr, 1, &key);
    HeapTuple tuple = systable_getnext(scan);
    const Distribution distribution =
        HeapTupleIsValid(tuple) ? of_tuple(relation, tuple, method) : Distribution::local;
    systable_endscan(scan);
    table_close(relation, AccessShareLock);
    return distribution;
  });
}

bool knows_distributed_tables() {
  return guarded(
      [] { return OidIsValid(get_relname_relid(distributed_tables, PG_CATALOG_NAMESPACE)); });
}

bool lies_elsewhere(Oid relation) {
  return guarded([&] {
    const char kind = get_rel_relkind(relation);
    if (kind != RELKIND_RELATION && kind != RELKIND_PARTITIONED_TABLE)
      return kind != RELKIND_MATVIEW;
    if (!has_subclass(relation)) return false;
    const List* all = find_all_inheritors(relation, AccessShareLock, nullptr);
    for (int i = 0; i < list_length(all); ++i) {
      if (get_rel_relkind(list_nth_oid(all, i)) == RELKIND_FOREIGN_TABLE) return true;
    }
    return false;
  });
}

}  // namespace microdata::postgres
