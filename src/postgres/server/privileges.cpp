#include "postgres/server/privileges.hpp"

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

// An owner who revokes the last right of a relation, an own one, leaves a list without dimensions
// as a text, which is none to the functions of such lists.
Acl* acl_from(const char* text) {
  Acl* const acl = DatumGetAclP(OidFunctionCall3(F_ARRAY_IN, CStringGetDatum(text),
                                                 ObjectIdGetDatum(ACLITEMOID), Int32GetDatum(-1)));
  if (ARR_NDIM(acl) == 0) return make_empty_acl();
  aclitemsort(acl);
  return acl;
}

// What the tuple has in the column `place` of its catalog becomes `acl`; roles that are granted
// something cannot be dropped, which pg_shdepend knows.
void replace_acl(Relation catalog, HeapTuple tuple, int place, Oid relation, int column, Oid owner,
                 Acl* acl) {
  bool was_null = false;
  const Datum old = heap_getattr(tuple, place, RelationGetDescr(catalog), &was_null);
  Oid* old_members = nullptr;
  const int old_count = was_null ? 0 : aclmembers(DatumGetAclP(old), &old_members);
  Oid* new_members = nullptr;
  const int new_count = aclmembers(acl, &new_members);

  const int count = RelationGetDescr(catalog)->natts;
  auto* const values =
      static_cast<Datum*>(palloc0(sizeof(Datum) * static_cast<std::size_t>(count)));
  auto* const nulls = static_cast<bool*>(palloc0(sizeof(bool) * static_cast<std::size_t>(count)));
  auto* const replaces =
      static_cast<bool*>(palloc0(sizeof(bool) * static_cast<std::size_t>(count)));
  values[place - 1] = PointerGetDatum(acl);
  replaces[place - 1] = true;
  HeapTuple changed = heap_modify_tuple(tuple, RelationGetDescr(catalog), values, nulls, replaces);
  CatalogTupleUpdate(catalog, &changed->t_self, changed);
  updateAclDependencies(RelationRelationId, relation, column, owner, old_count, old_members,
                        new_count, new_members);
}

// Code that a call runs, of indexes that it keeps for example, can drop what the call is making. To
// be called within a guard.
[[noreturn]] void fail_dropped(Oid relation) {
  ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                  errmsg("relation with OID %u was dropped meanwhile", relation)));
  pg_unreachable();
}

Oid owner_in_catalog(Oid relation) {
  const HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
  if (!HeapTupleIsValid(tuple)) fail_dropped(relation);
  const Oid owner = reinterpret_cast<Form_pg_class>(GETSTRUCT(tuple))->relowner;
  ReleaseSysCache(tuple);
  return owner;
}

}  // namespace

Oid owner_of(Oid relation) {
  return guarded([&] { return owner_in_catalog(relation); });
}

Oid owner_before_command(Oid relation) {
  return guarded([&] {
    // Commands of others that ended before this one had its lock are seen by a new snapshot only;
    // of its own transaction it sees what the snapshot of the command does.
    if (!ActiveSnapshotSet()) return InvalidOid;
    Snapshot const before = RegisterSnapshot(GetLatestSnapshot());
    before->curcid = GetActiveSnapshot()->curcid;
    ScanKeyData key;
    ScanKeyInit(&key, Anum_pg_class_oid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(relation));
    Relation relations = table_open(RelationRelationId, AccessShareLock);
    SysScanDesc scan = systable_beginscan(relations, ClassOidIndexId, true, before, 1, &key);
    const HeapTuple tuple = systable_getnext(scan);
    const Oid owner = HeapTupleIsValid(tuple)
                          ? reinterpret_cast<Form_pg_class>(GETSTRUCT(tuple))->relowner
                          : InvalidOid;
    systable_endscan(scan);
    table_close(relations, AccessShareLock);
    UnregisterSnapshot(before);
    return owner;
  });
}

bool has_privileges_of(Oid role, Oid other) {
  return guarded([&] { return has_privs_of_role(role, other); });
}

std::string role_named(Oid role) {
  return guarded([&] { return std::string_view(GetUserNameFromId(role, false)); }).data();
}

bool may_own_here(Oid owner, Oid schema) {
  return guarded([&] {
    return owner == GetUserId() ||
           (compat::may_give_to(GetUserId(), owner) && compat::may_create_in(schema, owner));
  });
}

void set_privileges(Oid relation, const std::string& privileges) {
  guarded([&] {
    const Relation catalog = table_open(RelationRelationId, RowExclusiveLock);
    const HeapTuple tuple = SearchSysCacheCopy1(RELOID, ObjectIdGetDatum(relation));
    if (!HeapTupleIsValid(tuple)) fail_dropped(relation);
    replace_acl(catalog, tuple, Anum_pg_class_relacl, relation, 0, owner_in_catalog(relation),
                acl_from(privileges.c_str()));
    table_close(catalog, RowExclusiveLock);
    CommandCounterIncrement();
  });
}

void set_column_privileges(Oid relation, const std::string& column, const std::string& privileges) {
  guarded([&] {
    const Relation catalog = table_open(AttributeRelationId, RowExclusiveLock);
    const HeapTuple tuple = SearchSysCacheCopyAttName(relation, column.c_str());
    if (!HeapTupleIsValid(tuple)) fail_dropped(relation);
    const int number = reinterpret_cast<Form_pg_attribute>(GETSTRUCT(tuple))->attnum;
    replace_acl(catalog, tuple, Anum_pg_attribute_attacl, relation, number,
                owner_in_catalog(relation), acl_from(privileges.c_str()));
    table_close(catalog, RowExclusiveLock);
    CommandCounterIncrement();
  });
}

}  // namespace microdata::postgres
