#include "postgres/server/privileges.hpp"

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

List* fields_of(Oid type) {
  List* fields = NIL;
  const TupleDesc row = lookup_rowtype_tupdesc(type, -1);
  for (int i = 0; i < row->natts; ++i) {
    const FormData_pg_attribute* const field = TupleDescAttr(row, i);
    if (!field->attisdropped) fields = lappend_oid(fields, field->atttypid);
  }
  ReleaseTupleDesc(row);
  return fields;
}

List* names_of_fields(Oid type) {
  List* names = NIL;
  const TupleDesc row = lookup_rowtype_tupdesc(type, -1);
  for (int i = 0; i < row->natts; ++i) {
    FormData_pg_attribute* const field = TupleDescAttr(row, i);
    if (!field->attisdropped && getBaseType(field->atttypid) != BOOLOID)
      names = lappend(names, pstrdup(NameStr(field->attname)));
  }
  ReleaseTupleDesc(row);
  return names;
}

List* list_of(Oid type) {
  return OidIsValid(type) ? list_make1_oid(type) : NIL;
}

}  // namespace

List* component_types(Oid type) {
  switch (get_typtype(type)) {
    case TYPTYPE_DOMAIN:
      return list_of(getBaseType(type));
    case TYPTYPE_RANGE:
      return list_of(get_range_subtype(type));
    case TYPTYPE_MULTIRANGE:
      return list_of(get_multirange_range(type));
    case TYPTYPE_COMPOSITE:
      return fields_of(type);
    default:
      return list_of(get_element_type(type));
  }
}

List* field_names(Oid type) {
  List* names = NIL;
  List* types = list_make1_oid(type);
  for (int i = 0; i < list_length(types); ++i) {
    CHECK_FOR_INTERRUPTS();
    const Oid part = list_nth_oid(types, i);
    if (get_typtype(part) == TYPTYPE_COMPOSITE) names = list_concat(names, names_of_fields(part));
    types = list_concat_unique_oid(types, component_types(part));
  }
  return names;
}

namespace {

// Returns the list of privileges in a text. If an owner has revoked the last privilege of a
// relation, their own, the text is a list without dimensions, which functions for such lists
// reject.
Acl* acl_from(const char* text) {
  Acl* const acl = DatumGetAclP(OidFunctionCall3(F_ARRAY_IN, CStringGetDatum(text),
                                                 ObjectIdGetDatum(ACLITEMOID), Int32GetDatum(-1)));
  if (ARR_NDIM(acl) == 0) return make_empty_acl();
  aclitemsort(acl);
  return acl;
}

// Sets the column `place` of a catalog's tuple to `acl`, and records its roles in pg_shdepend, so
// that roles with privileges cannot be dropped.
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

// Fails because the relation was dropped. Code that a call runs, such as that of kept indexes, can
// drop what the call is making. Must be called within a guard.
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
    // A new snapshot is needed to see commands of other transactions that ended before this one had
    // its lock. Its own transaction must be seen as by the snapshot of the command.
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

OwnerScope::Role::Role(Oid role) {
  GetUserIdAndSecContext(&caller_, &security_context_);
  SetUserIdAndSecContext(role, security_context_ | SECURITY_RESTRICTED_OPERATION);
}

OwnerScope::Role::~Role() {
  SetUserIdAndSecContext(caller_, security_context_);
}

OwnerScope::OwnerScope(Oid table) : role_(owner_of(table)) {}

namespace {

bool is_foreign(Oid role) {
  return role != GetUserId() && !superuser_arg(role);
}

bool is_weaker(Oid role) {
  return is_foreign(role) && has_privs_of_role(GetUserId(), role);
}

bool has_canonical_function(Oid range) {
  return OidIsValid(lookup_type_cache(range, TYPECACHE_RANGE_INFO)->rng_canonical_finfo.fn_oid);
}

// True if the type itself, not a type within it, calls functions to read a text. Only a superuser
// makes base types.
bool calls_functions(Form_pg_type type) {
  return type->typtype == TYPTYPE_DOMAIN ||
         (type->typtype == TYPTYPE_RANGE && has_canonical_function(type->oid));
}

// Adds the owners whose code might run. Code within a weaker owner's type runs for that owner. For
// other owners, whose place cannot be taken, only types that call functions count.
void find_code_owners(Oid type, List*& seen, List*& owners) {
  // Types of the server have no code of others, and no other types within them.
  if (type < FirstNormalObjectId || list_member_oid(seen, type)) return;
  check_stack_depth();
  seen = lappend_oid(seen, type);
  const HeapTuple tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
  if (!HeapTupleIsValid(tuple)) elog(ERROR, "cache lookup failed for type %u", type);
  auto* const found = reinterpret_cast<Form_pg_type>(GETSTRUCT(tuple));
  List* parts = NIL;
  const bool is_code_of_others = is_foreign(found->typowner) && calls_functions(found);
  if (is_weaker(found->typowner) || is_code_of_others) {
    owners = list_append_unique_oid(owners, found->typowner);
  } else {
    parts = component_types(type);
  }
  ReleaseSysCache(tuple);
  for (int i = 0; i < list_length(parts); ++i)
    find_code_owners(list_nth_oid(parts, i), seen, owners);
}

List* code_owners(Oid type) {
  List* seen = NIL;
  List* owners = NIL;
  find_code_owners(type, seen, owners);
  return owners;
}

}  // namespace

bool reads_by_code_of_others(Oid type) {
  return guarded([&] { return code_owners(type) != NIL; });
}

bool has_readable_values(Oid type) {
  return guarded([&] {
    List* const owners = code_owners(type);
    return owners == NIL || (list_length(owners) == 1 && is_weaker(linitial_oid(owners)));
  });
}

std::optional<OwnerScope::Owner> weaker_owner(Oid type) {
  const Oid owner = guarded([&] {
    List* const owners = code_owners(type);
    if (list_length(owners) > 1) {
      ereport(ERROR,
              (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
               errmsg("values of type %s cannot be read for several roles", format_type_be(type)),
               errdetail("Checks of \"%s\" and \"%s\" might run.",
                         GetUserNameFromId(list_nth_oid(owners, 0), false),
                         GetUserNameFromId(list_nth_oid(owners, 1), false))));
    }
    const Oid found = owners == NIL ? InvalidOid : list_nth_oid(owners, 0);
    if (OidIsValid(found) && !is_weaker(found)) {
      ereport(ERROR,
              (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
               errmsg("values of type %s cannot be read with your rights", format_type_be(type)),
               errdetail("Functions of \"%s\" would run.", GetUserNameFromId(found, false)),
               errhint("Leave out the columns of this type, use a view that shows them as text, or "
                       "call this as a role that has the rights of that one.")));
    }
    return found;
  });
  return OidIsValid(owner) ? std::optional(OwnerScope::Owner{owner}) : std::nullopt;
}

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
