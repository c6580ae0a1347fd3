#include "postgres/release/following_relations.hpp"

#include <optional>
#include <string>
#include <utility>

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/catalog_changes.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/view_code.hpp"

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

namespace {

// Query for the objects that belong to a relation and can contain expressions.
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

// Query for objects that act or are evaluated with the relation's rows, and can call any function:
// server functions that run a text as SQL leave no dependency. Tables that inherit from the
// relation are planned with it.
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

// Query for the relations of the relation's release, and of the editions of its series and their
// views.
constexpr const char* neighbours =
    "SELECT u.relation FROM microdata.release_record r "
    "CROSS JOIN LATERAL pg_catalog.unnest(r.relations) u (relation) "
    "WHERE r.relations && ARRAY[$1::pg_catalog.oid::pg_catalog.regclass] "
    "UNION ALL SELECT u.relation FROM microdata.series_view_record v "
    "JOIN microdata.edition_record e ON e.series_id = v.series_id "
    "JOIN microdata.release_record r ON r.release_id = e.release_id "
    "CROSS JOIN LATERAL pg_catalog.unnest(r.relations) u (relation) "
    "WHERE v.view = $1::pg_catalog.oid";

// Returns a query for tables outside of its release from which the relation inherits, or of which
// it is a partition: the owners of such tables read and write the relation.
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

// True if a relation of a release, or a view of a series, has code or a query that would run with a
// new owner's rights unasked. Such code is:
// - a rule that reads relations outside of the release and of the series;
// - a view's query that might run code (view_code.hpp);
// - triggers, policies, defaults, checks, rules, expressions of statistics, and tables that inherit
//   from the relation, whatever they call;
// - a foreign key between the relation and a table of another role;
// - types of columns, and types, functions, operators and operator classes in indexes or the
//   partition key; but not those of roles with the new owner's rights, or of a superuser's
//   extension.
// Requires a SpiSession.
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

Oid oid_in(const std::optional<std::string>& text) {
  return static_cast<Oid>(std::stoul(*text));
}

// Query for the relations that follow one of an array of relations. The columns are: the follower,
// whether both have one owner, whether the leader has row security, and whether both are in one
// schema. Followers are views without recorded attributes: a table has none only because its
// attributes were dropped, and might get others. The tables of the anatomy format follow as well,
// in spite of their recorded attributes, because their view shows all of them.
constexpr const char* followers =
    "SELECT f.oid, f.relowner = l.relowner, l.relrowsecurity, "
    "f.relnamespace = l.relnamespace "
    "FROM microdata.release_record r "
    "JOIN pg_catalog.pg_class l ON l.oid = r.relations[1] "
    "CROSS JOIN LATERAL pg_catalog.unnest(r.relations[2:]) u (relation) "
    "JOIN pg_catalog.pg_class f ON f.oid = u.relation "
    "WHERE r.relations && $1::pg_catalog.oid[]::pg_catalog.regclass[] "
    "AND l.oid = ANY ($1::pg_catalog.oid[]) "
    "AND (r.parameters ->> 'format' = 'anatomy' AND l.relkind = 'v' "
    "OR f.relkind = 'v' AND NOT EXISTS (SELECT FROM microdata.release_column_record c "
    "WHERE c.release_id = r.release_id AND c.relation <> l.oid))";

// Query with the same columns for views of series: the views that show followers of the relation
// that the first view shows.
constexpr const char* following_views =
    "SELECT f.oid, f.relowner = l.relowner, l.relrowsecurity, "
    "f.relnamespace = l.relnamespace FROM microdata.series_view_record v "
    "JOIN pg_catalog.pg_class l ON l.oid = v.view "
    "JOIN microdata.edition_record e ON e.series_id = v.series_id AND e.state = 'shown' "
    "JOIN microdata.release_record r ON r.release_id = e.release_id "
    "JOIN microdata.series_view_record w ON w.series_id = v.series_id AND w.view <> v.view "
    "JOIN pg_catalog.pg_class f ON f.oid = w.view "
    "WHERE v.view = ANY ($1::pg_catalog.oid[]) AND v.suffix = '' "
    "AND (r.parameters ->> 'format' = 'anatomy' "
    "OR NOT EXISTS (SELECT FROM microdata.release_column_record c "
    "WHERE c.release_id = r.release_id AND c.relation <> r.relations[1]))";

// Query for the relations of a series' editions that do not belong to the owner of the view that
// shows them, or showed or will show them. The columns are the relation, the view's owner and the
// relation's schema. The series are those with views or a source in an array of relations. A view
// reads with its owner's rights, and that owner would read drafts; therefore the owner must have
// the privileges of the source's owner.
constexpr const char* editions_of_others =
    "SELECT DISTINCT ON (f.oid) f.oid, l.relowner, f.relnamespace "
    "FROM microdata.series_view_record v "
    "JOIN microdata.series_record s ON s.series_id = v.series_id "
    "JOIN pg_catalog.pg_class l ON l.oid = v.view "
    "JOIN pg_catalog.pg_class o ON o.oid = s.source "
    "JOIN microdata.edition_record e ON e.series_id = v.series_id "
    "AND e.state IN ('draft', 'shown', 'former') "
    "JOIN microdata.release_record r ON r.release_id = e.release_id "
    "CROSS JOIN LATERAL pg_catalog.unnest(r.relations) u (relation) "
    "JOIN pg_catalog.pg_class f ON f.oid = u.relation "
    "AND pg_catalog.right(f.relname, pg_catalog.length(v.suffix)) = v.suffix "
    "WHERE v.series_id IN (SELECT w.series_id FROM microdata.series_view_record w "
    "WHERE w.view = ANY ($1::pg_catalog.oid[]) UNION ALL SELECT t.series_id "
    "FROM microdata.series_record t WHERE t.source = ANY ($1::pg_catalog.oid[])) "
    "AND f.relowner <> l.relowner AND pg_catalog.pg_has_role(l.relowner, o.relowner, 'USAGE') "
    "ORDER BY f.oid, pg_catalog.length(v.suffix) DESC";

// True if one of the relations is a view or the source of a series. Planning the statements that
// follow takes much longer, and most commands are about other relations. Requires a CatalogScope.
bool concern_series(const std::string& relations) {
  return !query(
              "SELECT 1 FROM microdata.series_view_record v WHERE v.view = ANY "
              "($1::pg_catalog.oid[]) "
              "UNION ALL "
              "SELECT 1 FROM microdata.series_record s WHERE s.source = ANY ($1::pg_catalog.oid[])",
              {relations})
              .empty();
}

std::vector<ResultRow> find_editions_of_others(const std::string& relations) {
  const CatalogScope scope;
  if (!concern_series(relations)) return {};
  return query(editions_of_others, {relations});
}

// Returns the partitions of releases' tables that do not belong to the table's owner.
std::vector<ResultRow> find_partitions_of_others(const std::string& relations) {
  const CatalogScope scope;
  return query(
      "SELECT f.oid FROM microdata.release_record r "
      "JOIN pg_catalog.pg_class l ON l.oid = r.relations[1] AND l.relkind = 'p' "
      "CROSS JOIN LATERAL pg_catalog.pg_partition_tree(l.oid::pg_catalog.regclass) t "
      "JOIN pg_catalog.pg_class f ON f.oid = t.relid AND f.relowner <> l.relowner "
      "WHERE r.relations && $1::pg_catalog.oid[]::pg_catalog.regclass[] "
      "AND l.oid = ANY ($1::pg_catalog.oid[])",
      {relations});
}

std::vector<ResultRow> followers_of(const std::string& relations) {
  const CatalogScope scope;
  std::vector<ResultRow> rows = query(followers, {relations});
  if (!concern_series(relations)) return rows;
  for (ResultRow& row : query(following_views, {relations}))
    rows.push_back(std::move(row));
  return rows;
}

// True if the caller may grant or revoke SELECT. In a schema that is closed to the caller, a
// command on the relation would fail, and with it the caller's own command.
bool may_grant(Oid relation) {
  return guarded([&] {
    const Oid user = GetUserId();
    return compat::may_look_into_schema(get_rel_namespace(relation), user) &&
           pg_class_aclmask(relation, user, ACL_GRANT_OPTION_FOR(ACL_SELECT), ACLMASK_ANY) != 0;
  });
}

std::string grantee_name(Oid role) {
  if (role == ACL_ID_PUBLIC) return "PUBLIC";
  return quote_name(guarded([&] { return GetUserNameFromId(role, false); }));
}

// Returns the name that create_expected_view() gives the view of a release.
std::string expected_name(const std::string& release) {
  return guarded([&] { return makeObjectName(release.c_str(), nullptr, expected_suffix); });
}

// Returns the view of the name that is part of the release led by the relation, in the same schema
// and with the same owner.
std::optional<Oid> view_named(Oid relation, const std::string& name) {
  const CatalogScope scope;
  const std::vector<ResultRow> found = query(
      "SELECT v.oid FROM microdata.release_record r "
      "JOIN pg_catalog.pg_class l ON l.oid = r.relations[1] "
      "JOIN pg_catalog.pg_class v ON v.oid = ANY (r.relations[2:]) "
      "AND v.relnamespace = l.relnamespace AND v.relowner = l.relowner "
      "AND v.relkind = 'v' AND v.relname = $2 "
      "WHERE r.relations && ARRAY[$1::pg_catalog.oid::pg_catalog.regclass] "
      "AND l.oid = $1::pg_catalog.oid",
      {std::to_string(relation), name});
  if (found.empty()) return std::nullopt;
  return oid_in(found.front()[0]);
}

// Grants or revokes SELECT on all followers in one statement: a command can grant hundreds of
// releases, and each statement calls the event triggers again.
void carry(const CollectedGrant& grant, const std::vector<Oid>& followers) {
  if (followers.empty()) return;
  std::vector<std::string> relations;
  for (const Oid follower : followers)
    relations.push_back(qualified_name(follower));
  std::vector<std::string> grantees;
  for (const Oid grantee : grant.grantees)
    grantees.push_back(grantee_name(grantee));
  const std::string option = grant.grant_option ? "GRANT OPTION FOR " : "";
  std::string statement = grant.grants ? "GRANT " : "REVOKE " + option;
  statement.append("SELECT ON TABLE ").append(join(relations));
  statement.append(grant.grants ? " TO " : " FROM ").append(join(grantees));
  if (grant.grants && grant.grant_option) statement += " WITH GRANT OPTION";
  // Revoking must succeed even if the grantee has granted the privilege to others.
  if (!grant.grants) statement += " CASCADE";
  execute(statement);
}

// True if a dump seems to be restored: every dump begins with these two settings. A dump grants
// everything that was granted, and pg_restore -j does so for several relations at a time. Carrying
// a grant at the same time would change a row of pg_class twice, and fail.
bool restores_dump() {
  return !check_function_bodies && !row_security;
}

}  // namespace

void follow_granted() {
  if (restores_dump() || !has_catalog()) return;
  const SafeSearchPath path;
  for (const CollectedGrant& grant : grants_of_select(GrantScope::whole_relations)) {
    std::vector<Oid> following;
    for (const ResultRow& row : followers_of(oid_array(grant.relations))) {
      const Oid follower = oid_in(row[0]);
      if (row[1] != "t") continue;
      // Row security of a table does not apply in a view on it: the view might show rows that a
      // reader of the table must not see. Revoking is right in every schema.
      if (grant.grants && (row[2] == "t" || row[3] != "t")) continue;
      if (may_grant(follower)) following.push_back(follower);
    }
    carry(grant, following);
  }
}

void follow_privileges(Oid leading, Oid follower) {
  for (const ResultRow& row : followers_of(oid_array({leading}))) {
    // The conditions are those of follow_granted().
    if (oid_in(row[0]) != follower || row[1] != "t" || row[3] != "t" || row[2] == "t") continue;
    for (const ResultRow& grant :
         query("SELECT a.grantee, a.is_grantable FROM pg_catalog.pg_class c, "
               "pg_catalog.aclexplode(c.relacl) a WHERE c.oid = $1::pg_catalog.oid "
               "AND a.privilege_type = 'SELECT' AND a.grantee <> c.relowner",
               {std::to_string(leading)})) {
      carry({true, grant[1] == "t", {leading}, {oid_in(grant[0])}}, {follower});
    }
  }
}

namespace {

// Relation that the commands that have just ended gave to another role.
struct Given {
  Oid relation;
  Oid former_owner;
  Oid owner;
};

std::vector<Given> given_relations() {
  std::vector<Given> result;
  for (const ResultRow& row :
       query("SELECT DISTINCT c.oid, c.relowner "
             "FROM pg_catalog.pg_event_trigger_ddl_commands() d "
             "JOIN pg_catalog.pg_class c ON c.oid = d.objid "
             "WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass")) {
    const Oid relation = oid_in(row[0]);
    const Given given{relation, owner_before_command(relation), oid_in(row[1])};
    if (OidIsValid(given.former_owner) && given.former_owner != given.owner)
      result.push_back(given);
  }
  return result;
}

// Gives a relation to the new owner of the relation that it follows, if it belongs to the same
// former owner and the caller may give it. A relation that carries code stays with its owner,
// because no role is given code unasked.
void give_along(const Given& leading, Oid relation, Oid owner) {
  const auto may_follow = [&] {
    return owner_of(relation) == leading.former_owner &&
           guarded([&] { return compat::owns_relation(relation, GetUserId()); });
  };
  if (!may_follow()) return;
  guarded([&] { LockRelationOid(relation, AccessExclusiveLock); });
  if (!may_follow() || carries_code(relation, owner)) return;
  execute("ALTER TABLE " + qualified_name(relation) + " OWNER TO " + grantee_name(owner));
}

}  // namespace

void follow_owners() {
  if (!has_catalog()) return;
  const SafeSearchPath path;
  for (const Given& leading : given_relations()) {
    const std::string relations = oid_array({leading.relation});
    for (const ResultRow& row : followers_of(relations)) {
      if (row[3] == "t") give_along(leading, oid_in(row[0]), leading.owner);
    }
    for (const ResultRow& row : find_partitions_of_others(relations))
      give_along(leading, oid_in(row[0]), leading.owner);
    for (const ResultRow& row : find_editions_of_others(relations)) {
      const Oid owner = oid_in(row[1]);
      if (may_own_here(owner, oid_in(row[2]))) give_along(leading, oid_in(row[0]), owner);
    }
  }
}

void follow_renamed_releases() {
  if (!has_catalog()) return;
  const SafeSearchPath path;
  for (const Renaming& renaming : renamings()) {
    const std::string name = expected_name(renaming.new_name);
    const std::optional<Oid> view = view_named(renaming.relation, expected_name(renaming.old_name));
    if (!view || !guarded([&] { return compat::owns_relation(*view, GetUserId()); })) continue;
    const bool is_free = guarded([&] {
      const Oid schema = get_rel_namespace(*view);
      return !OidIsValid(get_relname_relid(name.c_str(), schema)) &&
             !OidIsValid(GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid,
                                         CStringGetDatum(name.c_str()), ObjectIdGetDatum(schema)));
    });
    if (is_free) execute("ALTER VIEW " + qualified_name(*view) + " RENAME TO " + quote_name(name));
  }
}

void bind_view_to_table(const std::vector<Oid>& relations) {
  if (relations.size() != 2) return;
  const std::vector<ResultRow> found = query(
      "SELECT DISTINCT v.oid, t.oid, d.refobjsubid FROM pg_catalog.pg_class v "
      "JOIN pg_catalog.pg_rewrite w ON w.ev_class = v.oid "
      "JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass "
      "AND d.objid = w.oid AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass "
      "JOIN pg_catalog.pg_class t ON t.oid = d.refobjid AND t.relkind IN ('r', 'p') "
      "WHERE v.relkind = 'v' AND v.oid = ANY ($1::pg_catalog.oid[]) "
      "AND t.oid = ANY ($1::pg_catalog.oid[]) AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend a "
      "WHERE a.classid = d.refclassid AND a.objid = v.oid AND a.objsubid = 0 "
      "AND a.refclassid = d.refclassid AND a.refobjid = t.oid "
      "AND a.refobjsubid = d.refobjsubid AND a.deptype = 'a')",
      {oid_array(relations)});
  for (const ResultRow& row : found) {
    const Oid view = oid_in(row[0]);
    const Oid table = oid_in(row[1]);
    const auto column = std::stoi(*row[2]);
    guarded([&] {
      if (!compat::owns_relation(view, GetUserId()) || !compat::owns_relation(table, GetUserId()))
        return;
      const ObjectAddress depender{RelationRelationId, view, 0};
      const ObjectAddress referenced{RelationRelationId, table, column};
      recordDependencyOn(&depender, &referenced, DEPENDENCY_AUTO);
    });
  }
}

}  // namespace microdata::postgres
