#include "postgres/server/owner_scope.hpp"

#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/type_parts.hpp"

namespace microdata::postgres {

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

// True if the type itself, not what it is made of, calls functions to read a text. Only a superuser
// makes base types.
bool calls_functions(Form_pg_type type) {
  return type->typtype == TYPTYPE_DOMAIN ||
         (type->typtype == TYPTYPE_RANGE && has_canonical_function(type->oid));
}

// Adds the owners whose code might run. Within a weaker owner's type, it runs for that owner; of
// other owners, whose place cannot be taken, only types count that call functions.
void find_code_owners(Oid type, List*& seen, List*& owners) {
  // Types of the server have no code of others, and none within them.
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
    parts = parts_of(type);
  }
  ReleaseSysCache(tuple);
  for (int i = 0; i < list_length(parts); ++i)
    find_code_owners(list_nth_oid(parts, i), seen, owners);
}

}  // namespace

bool reads_by_code_of_others(Oid type) {
  return guarded([&] {
    List* seen = NIL;
    List* owners = NIL;
    find_code_owners(type, seen, owners);
    return owners != NIL;
  });
}

std::optional<OwnerScope::Owner> weaker_owner(Oid type) {
  const Oid owner = guarded([&] {
    List* seen = NIL;
    List* owners = NIL;
    find_code_owners(type, seen, owners);
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

}  // namespace microdata::postgres
