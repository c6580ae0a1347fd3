#include "postgres/source/readable.hpp"

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

bool may_read_some(Oid relation) {
  return guarded([&] {
    const Oid user = GetUserId();
    return pg_class_aclcheck(relation, user, ACL_SELECT) == ACLCHECK_OK ||
           pg_attribute_aclcheck_all(relation, user, ACL_SELECT, ACLMASK_ANY) == ACLCHECK_OK;
  });
}

}  // namespace microdata::postgres
