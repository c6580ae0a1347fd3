#include "postgres/source/readable.hpp"

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

bool may_read_some(const Source& source) {
  return guarded([&] {
    const Oid user = GetUserId();
    return pg_class_aclcheck(source.relation, user, ACL_SELECT) == ACLCHECK_OK ||
           pg_attribute_aclcheck_all(source.relation, user, ACL_SELECT, ACLMASK_ANY) == ACLCHECK_OK;
  });
}

}  // namespace microdata::postgres
