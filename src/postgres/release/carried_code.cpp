#include "postgres/release/carried_code.hpp"

#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/view_code.hpp"

namespace microdata::postgres {

namespace {

// Objects that belong to a relation and may hold expressions.
constexpr const char* expressions =
    "SELECT 'pg_catalog.pg_class'::pg_catalog.regclass, c.oid FROM pg_catalog.pg_class c "
    "WHERE c.oid = $1::pg_catalog.oid "
    "UNION ALL SELECT 'pg_catalog.pg_class'::pg_catalog.regclass, i.indexrelid "
    "FROM pg_catalog.pg_index i WHERE i.indrelid = $1::pg_catalog.oid "
    "UNION ALL SELECT 'pg_catalog.pg_constraint'::pg_catalog.regclass, c.oid "
    "FROM pg_catalog.pg_constraint c WHERE c.conrelid = $1::pg_catalog.oid "
    "UNION ALL SELECT 'pg_catalog.pg_attrdef'::pg_catalog.regclass, d.oid "
    "FROM pg_catalog.pg_attrdef d WHERE d.adrelid = $1::pg_catalog.oid "
    "UNION ALL SELECT 'pg_catalog.pg_statistic_ext'::pg_catalog.regclass, s.oid "
    "FROM pg_catalog.pg_statistic_ext s WHERE s.stxrelid = $1::pg_catalog.oid "
    "UNION ALL SELECT 'pg_catalog.pg_policy'::pg_catalog.regclass, p.oid "
    "FROM pg_catalog.pg_policy p WHERE p.polrelid = $1::pg_catalog.oid "
    "UNION ALL SELECT 'pg_catalog.pg_trigger'::pg_catalog.regclass, t.oid "
    "FROM pg_catalog.pg_trigger t WHERE t.tgrelid = $1::pg_catalog.oid AND NOT t.tgisinternal "
    "UNION ALL SELECT 'pg_catalog.pg_rewrite'::pg_catalog.regclass, w.oid "
    "FROM pg_catalog.pg_rewrite w WHERE w.ev_class = $1::pg_catalog.oid";

// Objects that act or are evaluated beside the relation's own rows, by whatever functions: those of
// the server that run a text as SQL leave no dependency. Tables that inherit from it are planned
// with it.
constexpr const char* attached =
    "SELECT FROM pg_catalog.pg_trigger t WHERE t.tgrelid = $1::pg_catalog.oid "
    "AND NOT t.tgisinternal "
    "UNION ALL SELECT FROM pg_catalog.pg_policy p WHERE p.polrelid = $1::pg_catalog.oid "
    "UNION ALL SELECT FROM pg_catalog.pg_attrdef d WHERE d.adrelid = $1::pg_catalog.oid "
    "UNION ALL SELECT FROM pg_catalog.pg_constraint c WHERE c.conrelid = $1::pg_catalog.oid "
    "AND c.contype IN ('c', 'x') "
    "UNION ALL SELECT FROM pg_catalog.pg_statistic_ext s WHERE s.stxrelid = $1::pg_catalog.oid "
    "AND s.stxexprs IS NOT NULL "
    "UNION ALL SELECT FROM pg_catalog.pg_rewrite w WHERE w.ev_class = $1::pg_catalog.oid "
    "AND w.rulename <> '_RETURN' "
    "UNION ALL SELECT FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c "
    "ON c.oid = i.inhrelid WHERE i.inhparent = $1::pg_catalog.oid AND NOT c.relispartition";

// The relations of its release, and of the editions of its series and their views.
constexpr const char* neighbours =
    "SELECT u.relation FROM microdata.release_record r "
    "CROSS JOIN LATERAL pg_catalog.unnest(r.relations) u (relation) "
    "WHERE r.relations && ARRAY[$1::pg_catalog.oid::pg_catalog.regclass] "
    "UNION ALL SELECT u.relation FROM microdata.series_view_record v "
    "JOIN microdata.edition_record e ON e.series_id = v.series_id "
    "JOIN microdata.release_record r ON r.release_id = e.release_id "
    "CROSS JOIN LATERAL pg_catalog.unnest(r.relations) u (relation) "
    "WHERE v.view = $1::pg_catalog.oid";

// Tables that it inherits from, or is a partition of, but those of its release: their owners read
// and write it.
std::string strange_parents() {
  return std::string(
             "SELECT FROM pg_catalog.pg_inherits i CROSS JOIN LATERAL (SELECT COALESCE("
             "pg_catalog.pg_partition_root(i.inhparent)::pg_catalog.oid, i.inhparent)) p (root) "
             "WHERE i.inhrelid = $1::pg_catalog.oid AND p.root NOT IN (") +
         neighbours +
         ") AND (EXISTS (SELECT FROM microdata.release_record r "
         "WHERE r.relations && ARRAY[$1::pg_catalog.oid::pg_catalog.regclass]) "
         "OR NOT EXISTS (SELECT FROM microdata.release_record r "
         "WHERE r.relations && ARRAY[p.root::pg_catalog.regclass]))";
}

}  // namespace

bool carries_code(Oid relation, Oid new_owner) {
  if (view_may_run_code_for(relation, new_owner)) return true;
  const CatalogScope scope;
  const std::string statement =
      std::string(
          "SELECT EXISTS (SELECT FROM pg_catalog.pg_depend d LEFT JOIN LATERAL ("
          "SELECT p.proowner FROM pg_catalog.pg_proc p WHERE p.oid = d.refobjid "
          "AND d.refclassid = 'pg_catalog.pg_proc'::pg_catalog.regclass "
          "UNION ALL SELECT o.oprowner FROM pg_catalog.pg_operator o WHERE o.oid = d.refobjid "
          "AND d.refclassid = 'pg_catalog.pg_operator'::pg_catalog.regclass "
          "UNION ALL SELECT o.opcowner FROM pg_catalog.pg_opclass o WHERE o.oid = d.refobjid "
          "AND d.refclassid = 'pg_catalog.pg_opclass'::pg_catalog.regclass "
          "UNION ALL SELECT t.typowner FROM pg_catalog.pg_type t WHERE t.oid = d.refobjid "
          "AND d.refclassid = 'pg_catalog.pg_type'::pg_catalog.regclass) o (owner) ON true "
          "WHERE (d.classid, d.objid) IN (") +
      expressions +
      ") AND o.owner IS NOT NULL "
      "AND NOT pg_catalog.pg_has_role(o.owner, $2::pg_catalog.oid, 'USAGE') "
      "AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend e JOIN pg_catalog.pg_extension x "
      "ON x.oid = e.refobjid JOIN pg_catalog.pg_roles r ON r.oid = x.extowner "
      "WHERE e.classid = d.refclassid AND e.objid = d.refobjid AND e.deptype = 'e' "
      "AND r.rolsuper)) "
      "OR EXISTS (" +
      attached +
      ") OR EXISTS (SELECT FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c "
      "ON c.oid IN (k.conrelid, k.confrelid) WHERE k.contype = 'f' "
      "AND $1::pg_catalog.oid IN (k.conrelid, k.confrelid) AND c.oid <> $1::pg_catalog.oid "
      "AND NOT pg_catalog.pg_has_role(c.relowner, $2::pg_catalog.oid, 'USAGE')) "
      "OR EXISTS (" +
      strange_parents() +
      ") "
      "OR EXISTS (SELECT FROM pg_catalog.pg_rewrite w JOIN pg_catalog.pg_depend d "
      "ON d.objid = w.oid AND d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass "
      "AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass "
      "WHERE w.ev_class = $1::pg_catalog.oid AND d.refobjid <> w.ev_class AND d.refobjid NOT IN (" +
      neighbours + "))";
  return query(statement.c_str(), {std::to_string(relation), std::to_string(new_owner)})
             .front()
             .front() == "t";
}

}  // namespace microdata::postgres
