#include "postgres/server/owner_scope.hpp"

#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"

namespace microdata::postgres {

OwnerScope::Role::Role(Oid role) {
  GetUserIdAndSecContext(&caller_, &security_context_);
  SetUserIdAndSecContext(role, security_context_ | SECURITY_RESTRICTED_OPERATION);
}

OwnerScope::Role::~Role() {
  SetUserIdAndSecContext(caller_, security_context_);
}

OwnerScope::OwnerScope(Oid table) : role_(owner_of(table)) {}

std::optional<OwnerScope::Owner> weaker_owner(Oid type) {
  const Oid owner = guarded([&] {
    const HeapTuple tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
    if (!HeapTupleIsValid(tuple)) elog(ERROR, "cache lookup failed for type %u", type);
    const Oid role = reinterpret_cast<Form_pg_type>(GETSTRUCT(tuple))->typowner;
    ReleaseSysCache(tuple);
    return role == GetUserId() || superuser_arg(role) || !has_privs_of_role(GetUserId(), role)
               ? InvalidOid
               : role;
  });
  return OidIsValid(owner) ? std::optional(OwnerScope::Owner{owner}) : std::nullopt;
}

}  // namespace microdata::postgres
