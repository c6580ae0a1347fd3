#include "postgres/source/readable.hpp"

#include <algorithm>

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

bool may_read_some(Oid relation) {
  return guarded([&] {
    const Oid user = GetUserId();
    return pg_class_aclcheck(relation, user, ACL_SELECT) == ACLCHECK_OK ||
           pg_attribute_aclcheck_all(relation, user, ACL_SELECT, ACLMASK_ANY) == ACLCHECK_OK;
  });
}

bool may_know(Oid relation) {
  return guarded([&] { return compat::owns_relation(relation, GetUserId()); }) ||
         may_read_some(relation);
}

void require_may_know(Oid relation) {
  if (may_know(relation)) return;
  guarded([&] {
    aclcheck_error(ACLCHECK_NO_PRIV, get_relkind_objtype(get_rel_relkind(relation)),
                   get_rel_name(relation));
  });
}

bool may_read_all(const std::vector<Oid>& relations) {
  return std::all_of(relations.begin(), relations.end(), [](Oid relation) {
    return guarded([&] {
      const Oid user = GetUserId();
      return compat::may_look_into_schema(get_rel_namespace(relation), user) &&
             pg_class_aclcheck(relation, user, ACL_SELECT) == ACLCHECK_OK;
    });
  });
}

}  // namespace microdata::postgres
