#include "postgres/owner_scope.hpp"

#include "postgres/guard.hpp"

namespace microdata::postgres {

namespace {

Oid owner_of(Oid table) {
  return guarded([&] {
    const Relation relation = table_open(table, NoLock);
    const Oid owner = relation->rd_rel->relowner;
    table_close(relation, NoLock);
    return owner;
  });
}

}  // namespace

OwnerScope::Role::Role(Oid role) {
  GetUserIdAndSecContext(&caller_, &security_context_);
  SetUserIdAndSecContext(role, security_context_ | SECURITY_RESTRICTED_OPERATION);
}

OwnerScope::Role::~Role() {
  SetUserIdAndSecContext(caller_, security_context_);
}

OwnerScope::OwnerScope(Oid table) : role_(owner_of(table)) {}

}  // namespace microdata::postgres
