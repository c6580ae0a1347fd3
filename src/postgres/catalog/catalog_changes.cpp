#include "postgres/catalog/catalog_changes.hpp"

#include <optional>

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/catalog/ledger.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/catalog/series_views.hpp"
#include "postgres/server/spi.hpp"

namespace microdata::postgres {

namespace {

std::vector<Oid> oids_of(const List* list) {
  std::vector<Oid> oids;
  for (int i = 0; i < list_length(list); ++i)
    oids.push_back(list_nth_oid(list, i));
  return oids;
}

// A command that has just ended; the server has resolved its names.
struct EndedCommand {
  const CollectedCommand* command;
  // The relation that the command was about, or InvalidOid.
  Oid relation;
};

std::vector<EndedCommand> ended_commands() {
  const SPITupleTable* table = guarded([] {
    const int result = SPI_execute(
        "SELECT c.command, CASE WHEN c.classid = 'pg_catalog.pg_class'::pg_catalog.regclass "
        "THEN c.objid ELSE 0::pg_catalog.oid END "
        "FROM pg_catalog.pg_event_trigger_ddl_commands() c",
        false, 0);
    if (result < 0) elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(result));
    return SPI_tuptable;
  });
  std::vector<EndedCommand> commands;
  for (std::uint64_t i = 0; i < table->numvals; ++i) {
    commands.push_back(guarded([&] {
      bool is_null = false;
      const Datum command = SPI_getbinval(table->vals[i], table->tupdesc, 1, &is_null);
      const Datum relation = SPI_getbinval(table->vals[i], table->tupdesc, 2, &is_null);
      return EndedCommand{reinterpret_cast<const CollectedCommand*>(DatumGetPointer(command)),
                          DatumGetObjectId(relation)};
    }));
  }
  return commands;
}

}  // namespace

std::vector<CollectedGrant> grants_of_select(GrantScope scope) {
  std::vector<CollectedGrant> result;
  for (const auto& [command, relation] : ended_commands()) {
    if (command == nullptr || command->type != SCT_Grant) continue;
    const InternalGrant& grant = *command->d.grant.istmt;
    if (grant.objtype != OBJECT_TABLE) continue;
    const bool of_relations = grant.all_privs || (grant.privileges & ACL_SELECT) != 0;
    const bool of_columns = scope == GrantScope::columns_too && grant.col_privs != NIL;
    if (!of_relations && !of_columns) continue;
    result.push_back(
        {grant.is_grant, grant.grant_option, oids_of(grant.objects), oids_of(grant.grantees)});
  }
  return result;
}

std::vector<Renaming> renamings() {
  std::vector<Renaming> result;
  for (const auto& [command, relation] : ended_commands()) {
    if (command == nullptr || command->type != SCT_Simple || !OidIsValid(relation)) continue;
    if (command->parsetree == nullptr || !IsA(command->parsetree, RenameStmt)) continue;
    const auto& rename = *reinterpret_cast<const RenameStmt*>(command->parsetree);
    if (rename.renameType != OBJECT_TABLE || rename.relation == nullptr) continue;
    result.push_back({relation, rename.relation->relname, rename.newname});
  }
  return result;
}

// Statements look up changed objects by indexes, so that none reads all records of other roles.

namespace {

// Returns a condition for relations that the catalog knows, because one command may be about
// thousands of others.
std::string is_known(const std::string& relation) {
  return "EXISTS (SELECT FROM microdata.known_relation_record k WHERE k.relation = " + relation +
         ")";
}

// Arrays of what was dropped of relations that the catalog knows. `numbers` has the numbers of
// attributes that were dropped alone, and 0 for others; `gone` has the relations that were dropped
// as a whole. An array is empty if nothing was dropped.
struct Dropped {
  std::optional<std::string> relations;
  std::optional<std::string> numbers;
  std::optional<std::string> gone;
};

Dropped dropped_relations() {
  const std::string statement =
      "SELECT pg_catalog.array_agg(d.objid), pg_catalog.array_agg(d.objsubid), "
      "pg_catalog.array_agg(d.objid) FILTER (WHERE d.objsubid = 0) "
      "FROM (SELECT DISTINCT o.objid, o.objsubid "
      "FROM pg_catalog.pg_event_trigger_dropped_objects() o "
      "WHERE o.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND " +
      is_known("o.objid") + ") d";
  const ResultRow row = query(statement.c_str()).front();
  return {row[0], row[1], row[2]};
}

// Runs a statement that ends with a condition on `d`, the rows of what was dropped. The planner
// knows the length of these arrays, unlike that of pg_event_trigger_dropped_objects().
void query_dropped(const std::string& change, const std::string& condition,
                   const Dropped& dropped) {
  const std::string statement =
      change +
      " ROWS FROM (pg_catalog.unnest($1::pg_catalog.oid[]), "
      "pg_catalog.unnest($2::pg_catalog.int4[])) d (objid, objsubid) WHERE " +
      condition;
  query(statement.c_str(), {dropped.relations, dropped.numbers});
}

void forget_declared(const Dropped& dropped) {
  query_dropped("DELETE FROM microdata.role_record r USING",
                "r.source = d.objid AND (d.objsubid = 0 OR r.attnum = d.objsubid)", dropped);
  query_dropped("DELETE FROM microdata.declared_hierarchy_record h USING",
                "h.source = d.objid AND (d.objsubid = 0 OR h.attnum = d.objsubid)", dropped);
  query_dropped("DELETE FROM microdata.privacy_rule_record r USING",
                "r.source = d.objid AND (d.objsubid = 0 "
                "OR d.objsubid = ANY (r.left_attnums || r.right_attnums))",
                dropped);
}

// Forgets dropped sources without waiting, because a transaction that alters a release locks its
// record. Readers find the name of a source's attribute by its number, and a dropped source in
// pg_class.
void forget_sources(const std::string& gone) {
  query(
      "WITH free AS MATERIALIZED (SELECT release_id FROM microdata.release_record "
      "WHERE source = ANY ($1::pg_catalog.oid[]) FOR NO KEY UPDATE SKIP LOCKED) "
      "UPDATE microdata.release_record r SET source = NULL FROM free f "
      "WHERE r.release_id = f.release_id",
      {gone});
  query(
      "WITH free AS MATERIALIZED (SELECT relation, attnum FROM microdata.release_column_record "
      "WHERE source = ANY ($1::pg_catalog.oid[]) FOR NO KEY UPDATE SKIP LOCKED) "
      "UPDATE microdata.release_column_record c SET source = NULL FROM free f "
      "WHERE c.relation = f.relation AND c.attnum = f.attnum",
      {gone});
  const std::string statement =
      std::string(
          "DELETE FROM microdata.temporary_source_record t "
          "WHERE t.source = ANY ($1::pg_catalog.oid[]) OR t.release_id IN ") +
      releases_with_some;
  query(statement.c_str(), {gone});
}

void forget_releases(const std::string& gone) {
  const std::string forget =
      std::string("DELETE FROM microdata.release_record r WHERE r.release_id IN ") +
      releases_with_some + " AND r.relations <@ $1::pg_catalog.oid[]::pg_catalog.regclass[]";
  query(forget.c_str(), {gone});
  const std::string shorten =
      std::string(
          "UPDATE microdata.release_record r SET relations = ARRAY(SELECT u.relation "
          "FROM pg_catalog.unnest(r.relations) WITH ORDINALITY u (relation, position) "
          "WHERE NOT EXISTS (SELECT FROM pg_catalog.unnest($1::pg_catalog.oid[]) g (relation) "
          "WHERE g.relation = u.relation) ORDER BY u.position) WHERE r.release_id IN ") +
      releases_with_some;
  query(shorten.c_str(), {gone});
}

void forget_columns(const Dropped& dropped) {
  query_dropped(
      "UPDATE microdata.release_record r SET dropped_attributes = ARRAY("
      "SELECT DISTINCT u.name FROM pg_catalog.unnest(r.dropped_attributes || n.names) u (name) "
      "ORDER BY u.name) FROM (SELECT c.release_id, pg_catalog.array_agg(c.attribute) "
      "FROM microdata.release_column_record c,",
      "c.relation = d.objid AND c.attnum = d.objsubid GROUP BY c.release_id) "
      "n (release_id, names) WHERE r.release_id = n.release_id",
      dropped);
  query_dropped("DELETE FROM microdata.release_column_record c USING",
                "c.relation = d.objid AND (d.objsubid = 0 OR c.attnum = d.objsubid)", dropped);
}

// Returns an array of the known relations that a command has altered; nothing if there is none. It
// includes the heirs of a renamed attribute and the tables of an altered composite type.
std::optional<std::string> altered_relations() {
  const std::string statement =
      "WITH RECURSIVE altered (relation) AS ("
      "SELECT d.objid FROM pg_catalog.pg_event_trigger_ddl_commands() d "
      "WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass "
      "UNION SELECT x.relation FROM altered a CROSS JOIN LATERAL ("
      "SELECT i.inhrelid FROM pg_catalog.pg_class p "
      "JOIN pg_catalog.pg_inherits i ON i.inhparent = p.oid "
      "WHERE p.oid = a.relation AND p.relhassubclass "
      "UNION ALL SELECT d.objid FROM pg_catalog.pg_class c "
      "JOIN pg_catalog.pg_depend d ON d.refobjid = c.reltype "
      "AND d.refclassid = 'pg_catalog.pg_type'::pg_catalog.regclass "
      "AND d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objsubid = 0 "
      "WHERE c.oid = a.relation AND c.reltype <> 0) x (relation)) "
      "SELECT pg_catalog.array_agg(n.relation) FROM altered n WHERE " +
      is_known("n.relation");
  return query(statement.c_str()).front().front();
}

// Updates the names of all attributes of the altered relations' rules.
void follow_in_rules(const std::string& altered) {
  query(
      "UPDATE microdata.privacy_rule_record r SET left_attributes = n.left_names, "
      "right_attributes = n.right_names FROM (SELECT p.rule_id, "
      "ARRAY(SELECT a.attname FROM pg_catalog.unnest(p.left_attnums) WITH ORDINALITY u (n, i) "
      "JOIN pg_catalog.pg_attribute a ON a.attrelid = p.source AND a.attnum = u.n ORDER BY u.i) "
      "AS left_names, "
      "ARRAY(SELECT a.attname FROM pg_catalog.unnest(p.right_attnums) WITH ORDINALITY u (n, i) "
      "JOIN pg_catalog.pg_attribute a ON a.attrelid = p.source AND a.attnum = u.n ORDER BY u.i) "
      "AS right_names FROM microdata.privacy_rule_record p "
      "WHERE p.source = ANY ($1::pg_catalog.oid[])) n WHERE n.rule_id = r.rule_id "
      "AND (n.left_names <> r.left_attributes OR n.right_names <> r.right_attributes)",
      {altered});
}

void follow_in_declarations(const std::string& altered) {
  query(
      "UPDATE microdata.role_record r SET attribute = a.attname FROM pg_catalog.pg_attribute a "
      "WHERE r.source = ANY ($1::pg_catalog.oid[]) AND a.attrelid = r.source "
      "AND a.attnum = r.attnum AND NOT a.attisdropped AND a.attname <> r.attribute",
      {altered});
  query(
      "UPDATE microdata.declared_hierarchy_record h SET attribute = a.attname "
      "FROM pg_catalog.pg_attribute a WHERE h.source = ANY ($1::pg_catalog.oid[]) "
      "AND a.attrelid = h.source AND a.attnum = h.attnum AND NOT a.attisdropped "
      "AND a.attname <> h.attribute",
      {altered});
}

// Updates the names of the subject's attributes in the parameters.
void follow_in_subjects(const std::string& altered) {
  query(
      "WITH named (release_id, subject) AS ("
      "SELECT p.release_id, pg_catalog.jsonb_agg(COALESCE(pg_catalog.to_jsonb(a.attname), "
      "p.parameters -> 'subject' -> (u.position - 1)::pg_catalog.int4) ORDER BY u.position) "
      "FROM (SELECT o.release_id, o.source FROM microdata.release_record o "
      "WHERE o.source = ANY ($1::pg_catalog.oid[]) "
      "UNION ALL SELECT t.release_id, t.source FROM microdata.temporary_source_record t "
      "WHERE t.source = ANY ($1::pg_catalog.oid[])) s "
      "JOIN microdata.release_record p ON p.release_id = s.release_id "
      "CROSS JOIN LATERAL pg_catalog.unnest(p.subject_attnums) WITH ORDINALITY "
      "u (attnum, position) LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = s.source "
      "AND a.attnum = u.attnum AND NOT a.attisdropped GROUP BY p.release_id), "
      "free AS MATERIALIZED (SELECT f.release_id, n.subject FROM microdata.release_record f "
      "JOIN named n ON n.release_id = f.release_id AND n.subject <> f.parameters -> 'subject' "
      "FOR NO KEY UPDATE OF f SKIP LOCKED) UPDATE microdata.release_record r "
      "SET parameters = pg_catalog.jsonb_set(r.parameters, '{subject}', n.subject) "
      "FROM free n WHERE n.release_id = r.release_id",
      {altered});
}

// Updates the names of a release's attributes that are the keys of a parameter: of its
// hierarchies, their levels, or harmless values.
void follow_in_keys(const std::string& altered, const std::string& parameter) {
  query(
      "UPDATE microdata.release_record r "
      "SET parameters = pg_catalog.jsonb_set(r.parameters, ARRAY[$2::pg_catalog.text], n.members) "
      "FROM ("
      "SELECT p.release_id, "
      "pg_catalog.jsonb_object_agg(COALESCE(c.attname::pg_catalog.text, h.key), h.value) "
      "FROM microdata.release_record p "
      "CROSS JOIN LATERAL pg_catalog.jsonb_each(p.parameters -> $2) h "
      "LEFT JOIN (SELECT o.release_id, o.attribute, a.attname "
      "FROM microdata.release_column_record o JOIN pg_catalog.pg_attribute a "
      "ON a.attrelid = o.relation AND a.attnum = o.attnum AND NOT a.attisdropped "
      "WHERE o.relation = ANY ($1::pg_catalog.oid[])) c "
      "ON c.release_id = p.release_id AND c.attribute = h.key "
      "WHERE pg_catalog.jsonb_typeof(p.parameters -> $2) = 'object' "
      "GROUP BY p.release_id HAVING pg_catalog.bool_or(c.attname <> h.key)) "
      "n (release_id, members) WHERE n.release_id = r.release_id",
      {altered, parameter});
}

// Updates the names of attributes in the splits between a release's regions.
void follow_in_regions(const std::string& altered) {
  query(
      "UPDATE microdata.release_record r "
      "SET parameters = pg_catalog.jsonb_set(r.parameters, '{regions,tree}', n.tree) FROM ("
      "SELECT p.release_id, pg_catalog.jsonb_agg(CASE WHEN c.attname IS NULL THEN e.node "
      "ELSE pg_catalog.jsonb_set(e.node, '{column}', pg_catalog.to_jsonb(c.attname)) END "
      "ORDER BY e.i) FROM microdata.release_record p "
      "CROSS JOIN LATERAL pg_catalog.jsonb_array_elements(p.parameters #> '{regions,tree}') "
      "WITH ORDINALITY e (node, i) "
      "LEFT JOIN (SELECT o.release_id, o.attribute, a.attname "
      "FROM microdata.release_column_record o JOIN pg_catalog.pg_attribute a "
      "ON a.attrelid = o.relation AND a.attnum = o.attnum AND NOT a.attisdropped "
      "WHERE o.relation = ANY ($1::pg_catalog.oid[])) c "
      "ON c.release_id = p.release_id AND c.attribute = e.node ->> 'column' "
      "WHERE pg_catalog.jsonb_typeof(p.parameters #> '{regions,tree}') = 'array' "
      "GROUP BY p.release_id HAVING pg_catalog.bool_or(c.attname <> e.node ->> 'column')) "
      "n (release_id, tree) WHERE n.release_id = r.release_id",
      {altered});
}

void follow_in_releases(const std::string& altered) {
  follow_in_keys(altered, "hierarchies");
  follow_in_keys(altered, "levels");
  follow_in_keys(altered, "harmless");
  follow_in_regions(altered);
  query(
      "UPDATE microdata.release_column_record c SET attribute = a.attname "
      "FROM pg_catalog.pg_attribute a WHERE c.relation = ANY ($1::pg_catalog.oid[]) "
      "AND a.attrelid = c.relation AND a.attnum = c.attnum AND NOT a.attisdropped "
      "AND a.attname <> c.attribute",
      {altered});
  query(
      "WITH free AS MATERIALIZED (SELECT f.relation, f.attnum, a.attname "
      "FROM microdata.release_column_record f JOIN pg_catalog.pg_attribute a "
      "ON a.attrelid = f.source AND a.attnum = f.source_attnum AND NOT a.attisdropped "
      "AND a.attname <> f.source_attribute WHERE f.source = ANY ($1::pg_catalog.oid[]) "
      "FOR NO KEY UPDATE OF f SKIP LOCKED) UPDATE microdata.release_column_record c "
      "SET source_attribute = f.attname FROM free f "
      "WHERE c.relation = f.relation AND c.attnum = f.attnum",
      {altered});
  query(
      "UPDATE microdata.release_column_record c SET source_attribute = a.attname "
      "FROM microdata.temporary_source_record t JOIN pg_catalog.pg_attribute a "
      "ON a.attrelid = t.source AND NOT a.attisdropped "
      "WHERE t.source = ANY ($1::pg_catalog.oid[]) AND c.release_id = t.release_id "
      "AND c.source IS NULL AND a.attnum = c.source_attnum "
      "AND a.attname <> c.source_attribute",
      {altered});
}

void forget_known(const std::string& gone) {
  query("DELETE FROM microdata.known_relation_record WHERE relation = ANY ($1::pg_catalog.oid[])",
        {gone});
}

}  // namespace

void forget_dropped(bool cascades) {
  if (!has_catalog()) return;
  const std::string user = guarded([] { return GetUserNameFromId(GetUserId(), false); });
  const CatalogScope scope;
  const Dropped dropped = dropped_relations();
  if (!dropped.relations) return;
  const std::optional<std::string>& gone = dropped.gone;
  forget_declared(dropped);
  if (gone) forget_declared_sources(*gone);
  follow_in_declared_sources(*dropped.relations);
  forget_columns(dropped);
  if (!gone) return;
  remember_ends(*gone, user);
  forget_in_ledger(*gone);
  forget_sources_of_series(*gone);
  forget_dropped_views(*gone);
  forget_sources(*gone);
  forget_releases(*gone);
  forget_hierarchies(*gone, cascades);
  forget_known(*gone);
}

void follow_renamed() {
  if (!has_catalog()) return;
  const CatalogScope scope;
  const std::optional<std::string> altered = altered_relations();
  if (!altered) return;
  follow_in_rules(*altered);
  follow_in_declarations(*altered);
  follow_in_declared_sources(*altered);
  follow_in_series(*altered);
  follow_renamed_views(*altered);
  follow_in_releases(*altered);
  follow_source_owners(*altered);
  follow_in_subjects(*altered);
}

}  // namespace microdata::postgres
