#include "postgres/release/dropped_relation.hpp"

#include "postgres/server/privileges.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

constexpr std::size_t most_listed = 100;

constexpr const char* hint =
    "Drop these first, or have them not depend on the release. Views that shall stay while "
    "releases change are made on the view of a series: see create_series().";

// Query for the dependants of an array of relations, one per line. Dependencies other than normal
// ones lead to parts of an object and to objects that are dropped with it. A rule stands for its
// view, and a part for its whole.
constexpr const char* dependants_query =
    "WITH RECURSIVE gone (classid, objid) AS ("
    "SELECT 'pg_catalog.pg_class'::pg_catalog.regclass::pg_catalog.oid, u.relation "
    "FROM pg_catalog.unnest($1::pg_catalog.oid[]) u (relation) "
    "UNION SELECT d.classid, d.objid FROM gone g JOIN pg_catalog.pg_depend d "
    "ON d.refclassid = g.classid AND d.refobjid = g.objid "
    "WHERE d.objsubid = 0 AND d.deptype IN ('a', 'i', 'P', 'S')), "
    "reached (classid, objid) AS (SELECT g.classid, g.objid FROM gone g "
    "UNION SELECT COALESCE(i.refclassid, d.classid), COALESCE(i.refobjid, d.objid) "
    "FROM reached r JOIN pg_catalog.pg_depend d "
    "ON d.refclassid = r.classid AND d.refobjid = r.objid "
    "LEFT JOIN pg_catalog.pg_depend i ON d.deptype = 'n' AND i.classid = d.classid "
    "AND i.objid = d.objid AND i.deptype = 'i') "
    "SELECT DISTINCT pg_catalog.concat("
    "pg_catalog.pg_describe_object(o.classid, o.objid, o.objsubid), ' depends on ', "
    "pg_catalog.pg_describe_object(COALESCE(w.refclassid, r.classid), "
    "COALESCE(w.refobjid, r.objid), 0)) COLLATE pg_catalog.\"C\" AS line "
    "FROM reached r JOIN pg_catalog.pg_depend d "
    "ON d.refclassid = r.classid AND d.refobjid = r.objid AND d.deptype = 'n' "
    "LEFT JOIN pg_catalog.pg_depend i ON i.classid = d.classid AND i.objid = d.objid "
    "AND i.deptype = 'i' "
    "LEFT JOIN pg_catalog.pg_depend w ON w.classid = r.classid AND w.objid = r.objid "
    "AND w.objsubid = 0 AND w.deptype = 'i' "
    "CROSS JOIN LATERAL (SELECT COALESCE(i.refclassid, d.classid), COALESCE(i.refobjid, d.objid), "
    "COALESCE(i.refobjsubid, d.objsubid)) o (classid, objid, objsubid) "
    "WHERE (o.classid, o.objid) NOT IN (SELECT g.classid, g.objid FROM gone g) "
    "AND (o.classid, o.objid) <> (COALESCE(w.refclassid, r.classid), "
    "COALESCE(w.refobjid, r.objid)) ORDER BY line";

}  // namespace

std::vector<std::string> dependants(const std::vector<Oid>& relations) {
  std::vector<std::string> lines;
  for (const ResultRow& row : query(dependants_query, {oid_array(relations)}))
    lines.push_back(row[0].value_or(""));
  return lines;
}

Error dependants_error(const std::string& message, const std::vector<std::string>& dependants) {
  std::vector<std::string> listed = dependants;
  if (listed.size() > most_listed) {
    listed.resize(most_listed);
    listed.push_back("and " + std::to_string(dependants.size() - most_listed) + " more");
  }
  return Error(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST, message)
      .detail(join(listed, "\n"))
      .hint(hint);
}

namespace {

// Throws the server's error about dependants with this file's hint instead of the server's, which
// suggests to drop all of them. Rethrows other errors unchanged.
[[noreturn]] void throw_without_cascade(const PostgresError& error) {
  if (error.data->sqlerrcode != ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST) throw error;
  const char* const detail = error.data->detail;
  throw Error(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST, error.data->message)
      .detail(detail == nullptr ? "" : detail)
      .hint(hint);
}

const char* statement_for(char kind) {
  switch (kind) {
    case RELKIND_VIEW:
      return "DROP VIEW ";
    case RELKIND_MATVIEW:
      return "DROP MATERIALIZED VIEW ";
    case RELKIND_FOREIGN_TABLE:
      return "DROP FOREIGN TABLE ";
    default:
      return "DROP TABLE ";
  }
}

bool subscribers_are_told_of_truncate(Oid relation) {
  return guarded([&] {
    if (!XLogLogicalInfoActive()) return false;
    ::Relation opened = relation_open(relation, AccessExclusiveLock);
    const bool told = compat::publishes_truncate(opened);
    relation_close(opened, NoLock);
    return told;
  });
}

void empty_for_subscribers(Oid relation) {
  if (!subscribers_are_told_of_truncate(relation)) return;
  const OwnerScope owner(relation);
  execute("TRUNCATE TABLE " + qualified_name(relation));
}

}  // namespace

bool subscribers_have_one_table(Oid partitioned) {
  if (!guarded([] { return XLogLogicalInfoActive(); })) return false;
  return !query(
              "SELECT FROM pg_catalog.pg_publication p CROSS JOIN LATERAL "
              "pg_catalog.pg_get_publication_tables(p.pubname::pg_catalog.text) t "
              "WHERE p.pubviaroot AND t.relid = $1::pg_catalog.oid LIMIT 1",
              {std::to_string(partitioned)})
              .empty();
}

void drop_relation(Oid relation) {
  const char kind = guarded([&] { return get_rel_relkind(relation); });
  try {
    empty_for_subscribers(relation);
    execute(statement_for(kind) + qualified_name(relation));
  } catch (const PostgresError& error) {
    throw_without_cascade(error);
  }
}

}  // namespace microdata::postgres
