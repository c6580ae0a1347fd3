#include "postgres/source/readable.hpp"

#include <algorithm>
#include <string>

#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"

namespace microdata::postgres {

bool may_read_some(Oid relation) {
  return guarded([&] {
    const Oid user = GetUserId();
    return pg_class_aclcheck(relation, user, ACL_SELECT) == ACLCHECK_OK ||
           pg_attribute_aclcheck_all(relation, user, ACL_SELECT, ACLMASK_ANY) == ACLCHECK_OK;
  });
}

bool may_read_through(Oid relation) {
  // A view reads as its owner, or as its reader does.
  return may_read_some(relation) &&
         query(
             "WITH RECURSIVE behind (relation, reader) AS ("
             "SELECT $1::pg_catalog.oid, $2::pg_catalog.oid UNION "
             "SELECT d.refobjid, CASE WHEN EXISTS (SELECT FROM "
             "pg_catalog.pg_options_to_table(v.reloptions) o WHERE o.option_name = "
             "'security_invoker' AND o.option_value::pg_catalog.bool) "
             "THEN b.reader ELSE v.relowner END FROM behind b "
             "JOIN pg_catalog.pg_class v ON v.oid = b.relation AND v.relkind IN ('v', 'm') "
             "JOIN pg_catalog.pg_rewrite w ON w.ev_class = v.oid AND w.ev_type = '1' "
             "JOIN pg_catalog.pg_depend d "
             "ON d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.objid = w.oid "
             "AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass "
             "AND d.refobjid <> w.ev_class) "
             "SELECT FROM behind b JOIN pg_catalog.pg_class c ON c.oid = b.relation "
             "WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') "
             "AND NOT pg_catalog.has_any_column_privilege(b.reader, c.oid, 'SELECT') LIMIT 1",
             {std::to_string(relation), std::to_string(guarded([] { return GetUserId(); }))})
             .empty();
}

bool may_know(Oid relation) {
  return guarded([&] { return compat::owns_relation(relation, GetUserId()); }) ||
         may_read_some(relation);
}

namespace {

void deny(Oid relation) {
  guarded([&] {
    aclcheck_error(ACLCHECK_NO_PRIV, get_relkind_objtype(get_rel_relkind(relation)),
                   get_rel_name(relation));
  });
}

}  // namespace

void require_may_know(Oid relation) {
  if (!may_know(relation)) deny(relation);
}

void require_may_read(Oid relation) {
  if (!may_read_some(relation)) deny(relation);
}

bool may_read_all(const std::vector<Oid>& relations) {
  return std::all_of(relations.begin(), relations.end(), [](Oid relation) {
    return guarded([&] {
      const Oid user = GetUserId();
      const Oid schema = get_rel_namespace(relation);
      bool is_gone = !OidIsValid(schema);
      return !is_gone && compat::may_look_into_schema(schema, user) &&
             pg_class_aclcheck_ext(relation, user, ACL_SELECT, &is_gone) == ACLCHECK_OK;
    });
  });
}

}  // namespace microdata::postgres
