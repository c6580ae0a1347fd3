#include "postgres/catalog/ledger.hpp"

#include <optional>
#include <set>

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/catalog_changes.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

Parameter number(Oid relation) {
  return OidIsValid(relation) ? Parameter(std::to_string(relation)) : std::nullopt;
}

std::size_t count_in(const std::optional<std::string>& text) {
  return std::stoul(text.value_or("0"));
}

// Enters recorded releases that a dump of a version without a ledger has restored.
void remember_unentered() {
  query(
      "SELECT microdata.remember_release(r.release_id, r.source) "
      "FROM microdata.release_record r WHERE NOT EXISTS (SELECT FROM microdata.ledger_record l "
      "WHERE l.release_id = r.release_id)");
}

// Forgets the relations that were dropped while another session had locked entries about them.
void settle_gone_relations() {
  query(
      "WITH former AS MATERIALIZED (SELECT pg_catalog.array_agg(g.relation) "
      "FROM microdata.gone_relation_record g), "
      "free AS MATERIALIZED (SELECT l.release_id, f.relations "
      "FROM microdata.ledger_record l JOIN former f (relations) "
      "ON l.about && f.relations::pg_catalog.regclass[] "
      "OR l.source::pg_catalog.oid = ANY (f.relations) FOR NO KEY UPDATE OF l SKIP LOCKED) "
      "UPDATE microdata.ledger_record l SET gone = l.gone || ARRAY(SELECT DISTINCT g.identity "
      "FROM microdata.gone_relation_record g WHERE g.relation = ANY (l.about::pg_catalog.oid[]) "
      "AND g.identity <> ALL (l.gone)), "
      "about = ARRAY(SELECT u.relation "
      "FROM pg_catalog.unnest(l.about) WITH ORDINALITY u (relation, position) "
      "WHERE u.relation::pg_catalog.oid <> ALL (f.relations) ORDER BY u.position), "
      "source = CASE WHEN l.source::pg_catalog.oid <> ALL (f.relations) THEN l.source END "
      "FROM free f WHERE f.release_id = l.release_id");
  query(
      "DELETE FROM microdata.gone_relation_record r WHERE r.ctid IN (SELECT g.ctid "
      "FROM microdata.gone_relation_record g WHERE NOT EXISTS (SELECT "
      "FROM microdata.ledger_record l "
      "WHERE l.about && ARRAY[g.relation]::pg_catalog.regclass[] "
      "OR l.source::pg_catalog.oid = g.relation) FOR UPDATE SKIP LOCKED)");
}

// The other readers of an entry `l`. The owner of its source and superusers do not count, because
// they know everything that the release could show.
constexpr const char* other_readers =
    "ARRAY(SELECT u.reader FROM pg_catalog.unnest(l.readers) u (reader) "
    "WHERE u.reader <> l.source_owner AND NOT EXISTS (SELECT FROM pg_catalog.pg_roles r "
    "WHERE r.rolname = u.reader AND r.rolsuper))";

// Returns an expression for the tables that source $1 is about, for a reader, which is a parameter.
std::string about_source(const char* reader) {
  return std::string("microdata.about($1::pg_catalog.oid::pg_catalog.regclass, NULL, ") + reader +
         "::pg_catalog.oid)";
}

// A condition that the entry `l` was about a dropped table that had one of the `names` of `b`. The
// owner of the present table of the name must be a superuser or a member of the former owner's
// role, because the table might have been another role's.
constexpr const char* had_name =
    "(l.gone <> '{}' OR EXISTS (SELECT FROM microdata.gone_relation_record)) "
    "AND EXISTS (SELECT FROM ROWS FROM (pg_catalog.unnest(b.names), "
    "pg_catalog.unnest(b.owners)) n (name, owner) WHERE (n.name = ANY (l.gone) "
    "OR EXISTS (SELECT FROM microdata.gone_relation_record g "
    "WHERE g.relation = ANY (l.about::pg_catalog.oid[]) AND g.identity = n.name)) "
    "AND EXISTS (SELECT FROM pg_catalog.pg_roles o "
    "LEFT JOIN pg_catalog.pg_roles s ON s.rolname = l.source_owner WHERE o.oid = n.owner "
    "AND (o.rolsuper OR pg_catalog.pg_has_role(o.oid, s.oid, 'MEMBER'))))";

// Returns the row of `counts` over the releases `l` about a source's people without `known`, for a
// reader of the source. `which` is a clause of WHERE, or empty.
ResultRow count_earlier(const std::string& counts, Oid source,
                        const std::vector<std::int64_t>& known, Oid reader,
                        const std::string& which = {}) {
  const CatalogScope scope;
  remember_unentered();
  const std::string statement =
      counts + "FROM (SELECT " + about_source("$3") +
      " OFFSET 0) a (about) "
      "CROSS JOIN LATERAL (SELECT pg_catalog.array_agg(pg_catalog.format('%I.%I', n.nspname, "
      "c.relname)), pg_catalog.array_agg(c.relowner) FROM pg_catalog.unnest(a.about) u (relation) "
      "JOIN pg_catalog.pg_class c ON c.oid = u.relation "
      "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace) b (names, owners) "
      "JOIN microdata.ledger_record l ON (l.about && a.about "
      "OR " +
      had_name +
      " OR EXISTS (SELECT FROM microdata.temporary_source_record t "
      "WHERE t.source = $1::pg_catalog.oid AND t.release_id = l.release_id)) "
      "AND l.release_id <> ALL ($2::pg_catalog.int8[])" +
      which;
  return query(statement.c_str(),
               {std::to_string(source), number_array(known), std::to_string(reader)})
      .front();
}

// Returns the relations that the ended commands created, altered or granted SELECT on.
std::vector<Oid> opened_relations() {
  std::vector<Oid> relations;
  for (const CollectedGrant& grant : grants_of_select(GrantScope::columns_too))
    relations.insert(relations.end(), grant.relations.begin(), grant.relations.end());
  for (const ResultRow& row :
       query("SELECT d.objid FROM pg_catalog.pg_event_trigger_ddl_commands() d "
             "WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objid <> 0")) {
    relations.push_back(static_cast<Oid>(std::stoul(*row[0])));
  }
  return relations;
}

std::vector<Oid> oids_in(const std::vector<ResultRow>& rows) {
  std::vector<Oid> oids;
  for (const ResultRow& row : rows)
    oids.push_back(static_cast<Oid>(std::stoul(*row[0])));
  return oids;
}

// Returns the releases that relations show: releases that the relations belong to, also as
// partitions of their tables, or read as views and parents. It proceeds step by step by indexes,
// because every ALTER TABLE in the database calls it.
std::set<std::string> shown_releases(std::vector<Oid> relations) {
  std::set<std::string> releases;
  std::set<Oid> known(relations.begin(), relations.end());
  while (!relations.empty()) {
    const std::string step = oid_array(relations);
    for (const ResultRow& row :
         query("SELECT r.release_id FROM microdata.release_record r "
               "WHERE r.relations && ($1::pg_catalog.oid[]::pg_catalog.regclass[] "
               "|| ARRAY(SELECT a.relid FROM pg_catalog.unnest("
               "$1::pg_catalog.oid[]::pg_catalog.regclass[]) u (relation) "
               "CROSS JOIN LATERAL pg_catalog.pg_partition_ancestors(u.relation) a (relid)))",
               {step})) {
      releases.insert(*row[0]);
    }
    relations.clear();
    for (const Oid shown : oids_in(query(
             "SELECT d.refobjid FROM pg_catalog.pg_rewrite w JOIN pg_catalog.pg_depend d "
             "ON d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.objid = w.oid "
             "AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass "
             "WHERE w.ev_class = ANY ($1::pg_catalog.oid[]) AND w.ev_type = '1' "
             "UNION SELECT i.inhrelid FROM pg_catalog.pg_inherits i "
             "WHERE i.inhparent = ANY ($1::pg_catalog.oid[])",
             {step}))) {
      if (known.insert(shown).second) relations.push_back(shown);
    }
  }
  return releases;
}

struct Entry {
  bool ended = false;
  std::string readers;
};

std::vector<ResultRow> recorded_entry(std::int64_t id) {
  const CatalogScope scope;
  const std::string statement =
      "SELECT l.ended IS NOT NULL, pg_catalog.array_to_string(" + std::string(other_readers) +
      ", ', '), l.source::pg_catalog.oid, l.source_owner, l.about::pg_catalog.oid[] "
      "FROM microdata.ledger_record l WHERE l.release_id = $1::pg_catalog.int8";
  return query(statement.c_str(), {std::to_string(id)});
}

// Returns the part of the ledger that the caller can see, as in microdata.ledger.
std::optional<Entry> visible_entry(std::int64_t id) {
  const std::vector<ResultRow> rows = recorded_entry(id);
  if (rows.empty()) return std::nullopt;
  const ResultRow& row = rows.front();
  const std::vector<ResultRow> seen = query(
      "SELECT WHERE microdata.sees_all_of_entry($1::pg_catalog.oid::pg_catalog.regclass, "
      "$2::pg_catalog.name, $3::pg_catalog.oid[]::pg_catalog.regclass[]) IS NOT NULL",
      {row[2], row[3], row[4]});
  if (seen.empty()) return std::nullopt;
  return Entry{row[0] == "t", row[1].value_or("")};
}

}  // namespace

void remember_release(std::int64_t id, Oid source) {
  const CatalogScope scope;
  settle_gone_relations();
  query("SELECT microdata.remember_release($1::pg_catalog.int8, $2::pg_catalog.oid)",
        {std::to_string(id), number(source)});
}

EarlierReleases earlier_releases(Oid source, const std::vector<std::int64_t>& known) {
  const ResultRow row = count_earlier(
      "SELECT pg_catalog.count(*), "
      "pg_catalog.count(*) FILTER (WHERE l.ended IS NOT NULL), "
      "pg_catalog.count(*) FILTER (WHERE l.ended IS NOT NULL AND " +
          std::string(other_readers) + " = '{}') ",
      source, known, GetUserId());
  return {count_in(row[0]), count_in(row[1]), count_in(row[2])};
}

ReadReleases read_by_others(Oid source, const std::vector<std::int64_t>& known) {
  const ResultRow row = count_earlier(
      "SELECT pg_catalog.count(*), pg_catalog.count(*) FILTER (WHERE l.ended IS NOT NULL "
      "AND NOT EXISTS (SELECT FROM microdata.edition_record e "
      "WHERE e.release_id = l.release_id)) ",
      source, known, GetUserId(), " WHERE " + std::string(other_readers) + " <> '{}'");
  return {count_in(row[0]), count_in(row[1])};
}

std::size_t held_by_others(Oid source, const std::vector<std::int64_t>& known) {
  return count_in(count_earlier("SELECT pg_catalog.count(*) FILTER (WHERE " +
                                    std::string(other_readers) +
                                    " <> '{}' OR EXISTS (SELECT FROM microdata.edition_record e "
                                    "WHERE e.release_id = l.release_id AND e.state <> 'draft')) ",
                                source, known, GetUserId())[0]);
}

void wait_for_publication(Oid source) {
  const std::string reader = std::to_string(GetUserId());
  const CatalogScope scope;
  // The default settings of a server have this number of locks.
  const std::string statement = "SELECT a.relation::pg_catalog.oid FROM pg_catalog.unnest(" +
                                about_source("$2") +
                                ") a (relation) ORDER BY a.relation::pg_catalog.oid LIMIT 50";
  const std::vector<Oid> persons =
      oids_in(query(statement.c_str(), {std::to_string(source), reader}));
  // These objects are in no catalog, because any role can take advisory locks and block
  // publications.
  guarded([&] {
    const Oid ledger = get_relname_relid("ledger_record", get_namespace_oid("microdata", false));
    for (const Oid relation : persons)
      LockDatabaseObject(ledger, relation, 0, ExclusiveLock);
  });
}

void mark_replaced(std::int64_t id) {
  const CatalogScope scope;
  query(
      "UPDATE microdata.ledger_record SET ended = 'replaced' "
      "WHERE release_id = $1::pg_catalog.int8 AND ended = 'dropped'",
      {std::to_string(id)});
}

void forget_former(std::int64_t id) {
  const std::string user = guarded([] { return GetUserNameFromId(GetUserId(), false); });
  const CatalogScope scope;
  const std::string number = std::to_string(id);
  remember_unentered();
  query(
      "UPDATE microdata.ledger_record SET ended = 'replaced', "
      "ended_at = pg_catalog.statement_timestamp(), ended_by = $2::pg_catalog.name "
      "WHERE release_id = $1::pg_catalog.int8",
      {number, user});
  query("DELETE FROM microdata.release_column_record WHERE release_id = $1::pg_catalog.int8",
        {number});
  query("DELETE FROM microdata.release_record WHERE release_id = $1::pg_catalog.int8", {number});
}

void remember_ends(const std::string& gone, const std::string& user) {
  const std::string enter = std::string(
                                "SELECT microdata.remember_release(r.release_id, r.source) "
                                "FROM microdata.release_record r WHERE r.release_id IN ") +
                            releases_with_some +
                            " AND NOT EXISTS (SELECT FROM microdata.ledger_record l "
                            "WHERE l.release_id = r.release_id)";
  query(enter.c_str(), {gone});
  const std::string end =
      std::string(
          "UPDATE microdata.ledger_record l SET ended = 'dropped', "
          "ended_at = pg_catalog.statement_timestamp(), ended_by = $2::pg_catalog.name "
          "FROM microdata.release_record r WHERE l.release_id = r.release_id "
          "AND r.release_id IN ") +
      releases_with_some + " AND r.relations <@ $1::pg_catalog.oid[]::pg_catalog.regclass[]";
  query(end.c_str(), {gone, user});
}

void forget_in_ledger(const std::string& gone) {
  // The owner of the source must not wait for a transaction that locks an entry to grant rights on
  // its release or to drop it.
  // The search is relation by relation, because the planner assumes that every entry overlaps an
  // array of many.
  const std::string touched =
      "WITH touched AS MATERIALIZED (SELECT e.release_id "
      "FROM pg_catalog.unnest($1::pg_catalog.oid[]) u (relation) JOIN microdata.ledger_record e "
      "ON e.about && ARRAY[u.relation]::pg_catalog.regclass[] UNION SELECT e.release_id "
      "FROM pg_catalog.unnest($1::pg_catalog.oid[]) u (relation) "
      "JOIN microdata.ledger_record e ON e.source = u.relation), ";
  const std::string statement =
      touched +
      "free AS MATERIALIZED (SELECT e.release_id FROM microdata.ledger_record e "
      "WHERE e.release_id IN (SELECT t.release_id FROM touched t) "
      "FOR NO KEY UPDATE OF e SKIP LOCKED) UPDATE microdata.ledger_record l SET gone = l.gone || "
      "ARRAY(SELECT d.object_identity "
      "FROM pg_catalog.pg_event_trigger_dropped_objects() d "
      "WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objsubid = 0 "
      "AND NOT d.is_temporary AND d.objid = ANY (l.about::pg_catalog.oid[]) "
      "AND d.object_identity <> ALL (l.gone)), "
      "about = ARRAY(SELECT u.relation "
      "FROM pg_catalog.unnest(l.about) WITH ORDINALITY u (relation, position) "
      "WHERE NOT EXISTS (SELECT FROM pg_catalog.unnest($1::pg_catalog.oid[]) g (relation) "
      "WHERE g.relation = u.relation) ORDER BY u.position), "
      "source = CASE WHEN l.source <> ALL ($1::pg_catalog.oid[]) THEN l.source END "
      "FROM free f WHERE f.release_id = l.release_id";
  query(statement.c_str(), {gone});
  const std::string locked =
      touched +
      "named AS MATERIALIZED (SELECT a.relation::pg_catalog.oid "
      "FROM microdata.ledger_record l JOIN touched t ON t.release_id = l.release_id "
      "CROSS JOIN LATERAL pg_catalog.unnest(l.about || l.source) a (relation)) "
      "INSERT INTO microdata.gone_relation_record (relation, identity) "
      "SELECT DISTINCT d.objid, CASE WHEN NOT d.is_temporary THEN d.object_identity END "
      "FROM pg_catalog.pg_event_trigger_dropped_objects() d "
      "WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objsubid = 0 "
      "AND d.objid IN (SELECT n.relation FROM named n)";
  query(locked.c_str(), {gone});
}

void follow_source_owners(const std::string& altered) {
  query(
      "UPDATE microdata.ledger_record l SET source_owner = u.owner FROM pg_catalog.pg_class c "
      "CROSS JOIN LATERAL (SELECT pg_catalog.pg_get_userbyid(c.relowner)) u (owner) "
      "WHERE l.source = ANY ($1::pg_catalog.oid[]) AND c.oid = l.source "
      "AND l.source_owner <> u.owner",
      {altered});
}

void remember_readers() {
  if (!has_catalog()) return;
  const CatalogScope scope;
  remember_readers_of(opened_relations());
}

void remember_readers_of(const std::vector<Oid>& relations) {
  const CatalogScope scope;
  const std::set<std::string> releases = shown_releases(relations);
  if (releases.empty()) return;
  // One statement serves all releases, because one command may open hundreds. It locks entries in
  // the order of their numbers, and keeps readers that another session has just added, because the
  // locked row is read anew.
  query(
      "WITH opened AS MATERIALIZED (SELECT r.release_id, microdata.readers(r.relations || "
      "ARRAY(SELECT t.relid FROM pg_catalog.unnest(r.relations) u (relation) "
      "CROSS JOIN LATERAL pg_catalog.pg_partition_tree(u.relation) t)) AS readers "
      "FROM microdata.release_record r WHERE r.release_id = ANY ($1::pg_catalog.int8[])), "
      "news AS MATERIALIZED (SELECT o.release_id, o.readers FROM opened o "
      "JOIN microdata.ledger_record e ON e.release_id = o.release_id "
      "WHERE EXISTS (SELECT FROM pg_catalog.unnest(o.readers) u (reader) "
      "WHERE u.reader <> e.created_by AND u.reader <> ALL (e.readers))), "
      "locked AS MATERIALIZED (SELECT k.release_id FROM microdata.ledger_record k "
      "WHERE k.release_id IN (SELECT n.release_id FROM news n) "
      "ORDER BY k.release_id FOR NO KEY UPDATE OF k) "
      "UPDATE microdata.ledger_record l SET readers = ARRAY(SELECT DISTINCT u.reader "
      "FROM pg_catalog.unnest(l.readers || n.readers) u (reader) "
      "WHERE u.reader <> l.created_by ORDER BY u.reader) "
      "FROM locked k JOIN news n ON n.release_id = k.release_id "
      "WHERE l.release_id = k.release_id",
      {"{" + join({releases.begin(), releases.end()}, ",") + "}"});
}

void forget_release(std::int64_t id, const std::string& reason) {
  const std::optional<Entry> entry = visible_entry(id);
  const std::string name = "release " + std::to_string(id);
  if (!entry) {
    throw Error(ERRCODE_UNDEFINED_OBJECT, name + " is not in the ledger")
        .detail(
            "microdata.ledger shows the releases of a source to its present or last owner, and to "
            "owners of other tables with its persons.");
  }
  if (!entry->ended) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, name + " is still there")
        .hint("Drop it with drop_release() first.");
  }
  if (!entry->readers.empty()) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                name + " cannot be forgotten: others could read it")
        .detail("It could be read by " + entry->readers + ". What they have copied stays known.");
  }
  const std::string user = guarded([] { return GetUserNameFromId(GetUserId(), false); });
  const CatalogScope scope;
  query(
      "WITH gone AS (DELETE FROM microdata.ledger_record WHERE release_id = $1::pg_catalog.int8 "
      "RETURNING release_id, method, source, source_name, source_owner, created_at) "
      "INSERT INTO microdata.forgotten_release_record (release_id, method, source_name, "
      "source_owner, created_at, forgotten_by, reason) "
      "SELECT g.release_id, g.method, g.source_name, COALESCE((SELECT "
      "pg_catalog.pg_get_userbyid(c.relowner) FROM pg_catalog.pg_class c WHERE c.oid = g.source), "
      "g.source_owner), g.created_at, $2::pg_catalog.name, $3 FROM gone g",
      {std::to_string(id), user, reason});
}

}  // namespace microdata::postgres
