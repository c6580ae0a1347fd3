#include "postgres/release/replaced_release.hpp"

#include <algorithm>

#include "postgres/server/privileges.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/source/view_code.hpp"

namespace microdata::postgres {

namespace {

// Query for the columns of a relation. An unset statistics target is -1, or NULL from PostgreSQL 17
// on.
constexpr const char* columns_query =
    "SELECT a.attname, pg_catalog.concat(pg_catalog.format_type(a.atttypid, a.atttypmod), ' ', "
    "a.attcollation), a.attacl, pg_catalog.concat_ws(', ', "
    "CASE WHEN NULLIF(a.attstattarget, -1) IS NOT NULL THEN "
    "pg_catalog.format('ALTER COLUMN %I SET STATISTICS %s', a.attname, a.attstattarget) END, "
    "(SELECT pg_catalog.format('ALTER COLUMN %I SET (%s)', a.attname, pg_catalog.string_agg("
    "pg_catalog.format('%I=%L', x.option_name, x.option_value), ', ')) "
    "FROM pg_catalog.pg_options_to_table(a.attoptions) x "
    "WHERE x.option_name IN ('n_distinct', 'n_distinct_inherited') HAVING pg_catalog.count(*) > "
    "0)), "
    "pg_catalog.concat_ws(', ', CASE WHEN a.attstorage <> t.typstorage THEN "
    "pg_catalog.format('ALTER COLUMN %I SET STORAGE %s', a.attname, CASE a.attstorage "
    "WHEN 'p' THEN 'plain' WHEN 'e' THEN 'external' WHEN 'm' THEN 'main' ELSE 'extended' END) END, "
    "CASE WHEN a.attcompression <> '' THEN pg_catalog.format('ALTER COLUMN %I SET COMPRESSION %s', "
    "a.attname, CASE a.attcompression WHEN 'l' THEN 'lz4' ELSE 'pglz' END) END), a.attnotnull "
    "FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid "
    "WHERE a.attrelid = $1::pg_catalog.oid AND a.attnum > 0 AND NOT a.attisdropped "
    "ORDER BY a.attnum";

}  // namespace

std::vector<ReplacedColumn> replaced_columns(Oid relation) {
  std::vector<ReplacedColumn> columns;
  for (const ResultRow& row : query(columns_query, {std::to_string(relation)})) {
    columns.push_back({*row[0], std::nullopt, false, *row[1], row[2], row[3].value_or(""),
                       row[4].value_or(""), row[5] == "t", std::nullopt});
  }
  return columns;
}

void find_sources(const Release& release, Oid relation, std::vector<ReplacedColumn>& columns) {
  // A view on the release's tables has the same attribute names.
  const bool has_own = std::any_of(
      release.attributes.begin(), release.attributes.end(),
      [&](const ReleaseAttribute& attribute) { return attribute.relation == relation; });
  for (ReplacedColumn& column : columns) {
    for (const ReleaseAttribute& attribute : release.attributes) {
      if (attribute.name != column.name || (has_own && attribute.relation != relation)) continue;
      column.is_attribute = true;
      if (!attribute.source_name.empty()) column.source_name = attribute.source_name;
    }
  }
}

namespace {

bool is_true(const std::optional<std::string>& text) {
  return text == "t";
}

// Query for the properties of a relation. Any role may name the database's default tablespace;
// other tablespaces require the privilege to create in them.
constexpr const char* relation_query =
    "SELECT c.relname, c.relnamespace, c.relkind, c.relowner, c.relacl, c.relpersistence <> 'u', "
    "c.relrowsecurity, c.relforcerowsecurity, (SELECT pg_catalog.string_agg(o.option, ', ') FROM ("
    "SELECT pg_catalog.format('%I=%L', x.option_name, x.option_value) "
    "FROM pg_catalog.pg_options_to_table(c.reloptions) x WHERE c.relkind <> 'v' "
    "OR x.option_name IN ('security_barrier', 'security_invoker') "
    "UNION ALL SELECT pg_catalog.format('toast.%I=%L', x.option_name, x.option_value) "
    "FROM pg_catalog.pg_class t, pg_catalog.pg_options_to_table(t.reloptions) x "
    "WHERE t.oid = c.reltoastrelid) o (option)), "
    "CASE WHEN c.reltablespace = 0 "
    "OR pg_catalog.has_tablespace_privilege(c.reltablespace, 'CREATE') THEN s.spcname END, "
    "s.spcname FROM pg_catalog.pg_class c "
    "JOIN pg_catalog.pg_database b ON b.datname = pg_catalog.current_database() "
    "JOIN pg_catalog.pg_tablespace s "
    "ON s.oid = COALESCE(NULLIF(c.reltablespace, 0), b.dattablespace) "
    "WHERE c.oid = $1::pg_catalog.oid";

// Query for constraints, indexes and statistics: constraints before other indexes, but foreign keys
// last. The fourth column has further statements, such as comments, separated by semicolons.
constexpr const char* objects_query =
    "SELECT 'constraint', k.oid, pg_catalog.pg_describe_object("
    "'pg_catalog.pg_constraint'::pg_catalog.regclass, k.oid, 0), "
    "(SELECT pg_catalog.format('COMMENT ON CONSTRAINT %I ON %s IS %L', k.conname, "
    "k.conrelid::pg_catalog.regclass, d.description) FROM pg_catalog.pg_description d "
    "WHERE d.classoid = 'pg_catalog.pg_constraint'::pg_catalog.regclass AND d.objoid = k.oid), "
    "pg_catalog.strpos('cpuxf', k.contype::pg_catalog.text) AS place, k.conname AS name "
    "FROM pg_catalog.pg_constraint k WHERE k.conrelid = $1::pg_catalog.oid "
    "AND k.contype IN ('c', 'p', 'u', 'x', 'f') AND k.conislocal AND k.conparentid = 0 "
    "UNION ALL SELECT 'index', i.indexrelid, pg_catalog.pg_describe_object("
    "'pg_catalog.pg_class'::pg_catalog.regclass, i.indexrelid, 0), pg_catalog.concat_ws('; ', "
    "(SELECT pg_catalog.format('COMMENT ON INDEX %s IS %L', "
    "i.indexrelid::pg_catalog.regclass, d.description) FROM pg_catalog.pg_description d "
    "WHERE d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objoid = i.indexrelid "
    "AND d.objsubid = 0), "
    "(SELECT pg_catalog.string_agg(pg_catalog.format('ALTER INDEX %s ALTER COLUMN %s "
    "SET STATISTICS %s', i.indexrelid::pg_catalog.regclass, a.attnum, a.attstattarget), '; ') "
    "FROM pg_catalog.pg_attribute a WHERE a.attrelid = i.indexrelid "
    "AND NULLIF(a.attstattarget, -1) IS NOT NULL), "
    "CASE WHEN i.indisclustered THEN pg_catalog.format('ALTER TABLE %s CLUSTER ON %I', "
    "i.indrelid::pg_catalog.regclass, c.relname) END), 6, c.relname "
    "FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid "
    "WHERE i.indrelid = $1::pg_catalog.oid AND i.indisvalid AND NOT c.relispartition "
    "AND NOT EXISTS ("
    "SELECT FROM pg_catalog.pg_constraint k WHERE k.conindid = i.indexrelid "
    "AND k.contype IN ('p', 'u', 'x') AND k.conrelid = i.indrelid) "
    "UNION ALL SELECT 'statistics', s.oid, pg_catalog.pg_describe_object("
    "'pg_catalog.pg_statistic_ext'::pg_catalog.regclass, s.oid, 0), pg_catalog.concat_ws('; ', "
    "(SELECT pg_catalog.format('COMMENT ON STATISTICS %I.%I IS %L', n.nspname, s.stxname, "
    "d.description) FROM pg_catalog.pg_description d "
    "WHERE d.classoid = 'pg_catalog.pg_statistic_ext'::pg_catalog.regclass AND d.objoid = s.oid), "
    "CASE WHEN NULLIF(s.stxstattarget, -1) IS NOT NULL THEN pg_catalog.format("
    "'ALTER STATISTICS %I.%I SET STATISTICS %s', n.nspname, s.stxname, s.stxstattarget) END), "
    "7, s.stxname FROM pg_catalog.pg_statistic_ext s "
    "JOIN pg_catalog.pg_namespace n ON n.oid = s.stxnamespace "
    "WHERE s.stxrelid = $1::pg_catalog.oid ORDER BY place, name";

// Returns the definition with schema, tablespace and options, which the SQL functions omit.
std::string definition(const std::string& what, Oid object) {
  return guarded([&]() -> const char* {
    if (what == "constraint") return pg_get_constraintdef_command(object);
    return what == "index" ? pg_get_indexdef_string(object)
                           : pg_get_statisticsobjdef_string(object);
  });
}

std::vector<ReplacedObject> objects_of(Oid relation) {
  std::vector<ReplacedObject> objects;
  for (const ResultRow& row : query(objects_query, {std::to_string(relation)})) {
    std::string statements = definition(*row[0], static_cast<Oid>(std::stoul(*row[1])));
    if (row[3] && !row[3]->empty()) statements += "; " + *row[3];
    objects.push_back({*row[2], std::move(statements)});
  }
  return objects;
}

constexpr const char* policies_query =
    "SELECT p.polname, pg_catalog.concat("
    "pg_catalog.format('CREATE POLICY %I ON %s AS %s FOR %s TO %s', p.polname, "
    "p.polrelid::pg_catalog.regclass, "
    "CASE WHEN p.polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END, CASE p.polcmd "
    "WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' "
    "ELSE 'ALL' END, (SELECT pg_catalog.string_agg(CASE u.role WHEN 0 THEN 'PUBLIC' ELSE "
    "pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(u.role)) END, ', ') "
    "FROM pg_catalog.unnest(p.polroles) u (role))), "
    "' USING (' || pg_catalog.pg_get_expr(p.polqual, p.polrelid) || ')', "
    "' WITH CHECK (' || pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) || ')', "
    "(SELECT pg_catalog.format('; COMMENT ON POLICY %I ON %s IS %L', p.polname, "
    "p.polrelid::pg_catalog.regclass, d.description) FROM pg_catalog.pg_description d "
    "WHERE d.classoid = 'pg_catalog.pg_policy'::pg_catalog.regclass AND d.objoid = p.oid)), "
    "ARRAY(SELECT DISTINCT a.attname FROM pg_catalog.pg_depend d "
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid "
    "WHERE d.classid = 'pg_catalog.pg_policy'::pg_catalog.regclass AND d.objid = p.oid "
    "AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass "
    "AND d.refobjid = p.polrelid AND d.refobjsubid > 0)::pg_catalog.text[] "
    "FROM pg_catalog.pg_policy p WHERE p.polrelid = $1::pg_catalog.oid ORDER BY p.polname";

std::vector<std::string> texts_in(const std::string& array) {
  std::vector<std::string> texts;
  for (const ResultRow& row : query("SELECT pg_catalog.unnest($1::pg_catalog.text[])", {array}))
    texts.push_back(*row[0]);
  return texts;
}

std::vector<ReplacedPolicy> policies_of(Oid relation) {
  std::vector<ReplacedPolicy> policies;
  for (const ResultRow& row : query(policies_query, {std::to_string(relation)}))
    policies.push_back({*row[0], *row[1], texts_in(*row[2])});
  return policies;
}

// Query for parts that are dropped with the relation and do not matter for reading it.
constexpr const char* lost_query =
    "SELECT pg_catalog.pg_describe_object(x.classid, x.objid, x.objsubid) AS what FROM ("
    "SELECT 'pg_catalog.pg_trigger'::pg_catalog.regclass::pg_catalog.oid, t.oid, 0 "
    "FROM pg_catalog.pg_trigger t "
    "WHERE t.tgrelid = $1::pg_catalog.oid AND NOT t.tgisinternal "
    "UNION ALL SELECT 'pg_catalog.pg_rewrite'::pg_catalog.regclass, w.oid, 0 "
    "FROM pg_catalog.pg_rewrite w "
    "WHERE w.ev_class = $1::pg_catalog.oid AND w.rulename <> '_RETURN' "
    "UNION ALL SELECT 'pg_catalog.pg_attrdef'::pg_catalog.regclass, f.oid, 0 "
    "FROM pg_catalog.pg_attrdef f WHERE f.adrelid = $1::pg_catalog.oid "
    "UNION ALL SELECT 'pg_catalog.pg_publication_rel'::pg_catalog.regclass, r.oid, 0 "
    "FROM pg_catalog.pg_publication_rel r WHERE r.prrelid = $1::pg_catalog.oid) "
    "x (classid, objid, objsubid) "
    "UNION ALL SELECT pg_catalog.format('%s of %s', CASE WHEN c.relispartition "
    "THEN 'partition' ELSE 'heir' END, i.inhparent::pg_catalog.regclass) "
    "FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid "
    "WHERE i.inhrelid = $1::pg_catalog.oid AND NOT $2::pg_catalog.bool "
    "UNION ALL SELECT DISTINCT pg_catalog.format('security label of %s on %s', s.provider, "
    "pg_catalog.pg_describe_object(s.classoid, s.objoid, s.objsubid)) "
    "FROM pg_catalog.pg_seclabel s WHERE s.objoid = $1::pg_catalog.oid "
    "AND s.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass "
    "UNION ALL SELECT 'replica identity' FROM pg_catalog.pg_class c "
    "WHERE c.oid = $1::pg_catalog.oid AND c.relkind = 'r' AND c.relreplident <> 'd' ORDER BY what";

// Kind of a relation that is taken down: partitions of the release's table are created again as
// partitions.
enum class As { relation, partition };

ReplacedRelation taken_down(Oid relation, As as) {
  const ResultRow row = query(relation_query, {std::to_string(relation)}).front();
  ReplacedRelation result;
  result.name = *row[0];
  result.schema = static_cast<Oid>(std::stoul(*row[1]));
  result.kind = row[2]->front();
  result.partition = as == As::partition;
  result.owner = static_cast<Oid>(std::stoul(*row[3]));
  result.privileges = row[4];
  result.logged = is_true(row[5]);
  result.row_security = is_true(row[6]);
  result.forced_row_security = is_true(row[7]);
  result.options = row[8].value_or("");
  result.tablespace = row[9].value_or("");
  result.columns = replaced_columns(relation);
  result.objects = objects_of(relation);
  result.policies = policies_of(relation);
  if (!row[9]) {
    result.lost.push_back("tablespace " + in_quotes(*row[10]) +
                          ": you may not create tables in it");
  }
  for (const ResultRow& lost :
       query(lost_query, {std::to_string(relation), result.partition ? "true" : "false"}))
    result.lost.push_back(*lost[0]);
  return result;
}

// Sets the comment of the relation or, if there is a name, of that column.
void add_comment(ReplacedRelation& relation, const std::optional<std::string>& name,
                 const std::optional<std::string>& comment) {
  if (!name) relation.comment = comment;
  for (ReplacedColumn& column : relation.columns) {
    if (name && column.name == *name) column.comment = comment;
  }
}

// Takes the comments that do not begin like pg_microdata's own, on the relation (column 0) and its
// columns, by name.
void take_comments(const Release& release, std::vector<ReplacedRelation>& relations) {
  for (const ResultRow& row :
       query("WITH r AS (SELECT e.o FROM pg_catalog.jsonb_array_elements(microdata.release_facts("
             "$1::pg_catalog.oid::pg_catalog.regclass) -> 'relations') e (o)) "
             "SELECT pg_catalog.array_position($2::pg_catalog.oid[], d.objoid) - 1, a.attname, "
             "d.description FROM pg_catalog.pg_description d "
             "LEFT JOIN pg_catalog.pg_attribute a "
             "ON a.attrelid = d.objoid AND a.attnum = d.objsubid AND a.attnum > 0 "
             "LEFT JOIN (SELECT r.o ->> 'relation', '0', r.o ->> 'comment' FROM r UNION ALL "
             "SELECT r.o ->> 'relation', c.o ->> 'column_no', c.o ->> 'meaning' FROM r "
             "CROSS JOIN pg_catalog.jsonb_array_elements(r.o -> 'columns') c (o)) "
             "c (relation, column_no, sentence) ON c.relation::pg_catalog.oid = d.objoid "
             "AND c.column_no::pg_catalog.int4 = d.objsubid "
             "WHERE d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass "
             "AND d.objoid = ANY ($2::pg_catalog.oid[]) "
             "AND pg_catalog.starts_with(d.description, pg_catalog.left(c.sentence, 24)) "
             "IS NOT TRUE",
             {std::to_string(release.relations.front()), oid_array(release.relations)})) {
    add_comment(relations[std::stoul(*row[0])], row[1], row[2]);
  }
}

// Takes all comments, because none of them is pg_microdata's own.
void take_own_comments(Oid relation, ReplacedRelation& down) {
  for (const ResultRow& row :
       query("SELECT a.attname, d.description FROM pg_catalog.pg_description d "
             "LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = d.objoid "
             "AND a.attnum = d.objsubid AND a.attnum > 0 "
             "WHERE d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass "
             "AND d.objoid = $1::pg_catalog.oid",
             {std::to_string(relation)})) {
    add_comment(down, row[0], row[1]);
  }
}

void add_partition(const Release& release, Oid relation, Oid partition, ReplacedRelease& replaced) {
  ReplacedRelation& down = replaced.relations.emplace_back(taken_down(partition, As::partition));
  find_sources(release, relation, down.columns);
  take_own_comments(partition, down);
}

// Returns the error for a release of another owner. The new release would belong to that owner, and
// the former one might have been created in order to get it.
Error stranger_owns(Oid relation, Oid source) {
  const std::string owner = in_quotes(role_named(owner_of(relation)));
  return Error(ERRCODE_INSUFFICIENT_PRIVILEGE, "release " + in_quotes(relation_name(relation)) +
                                                   " belongs to role " + owner +
                                                   " and is not replaced")
      .detail(
          "The new release would be that role's. It is not yours, and does not have the "
          "privileges of role " +
          in_quotes(role_named(owner_of(source))) + ", which owns " +
          in_quotes(relation_name(source)) + ".")
      .hint(
          "Give another name with target, or drop the release with drop_release(). For a release "
          "of role " +
          owner + ", use SET ROLE.");
}

}  // namespace

const ReplacedRelation* ReplacedRelease::find(Oid schema, const std::string& name) const {
  const auto found =
      std::find_if(relations.begin(), relations.end(), [&](const ReplacedRelation& relation) {
        return relation.schema == schema && relation.name == name;
      });
  return found == relations.end() ? nullptr : &*found;
}

std::optional<Error> reason_to_stay(const Release& release, Oid source) {
  for (const Oid relation : release.relations) {
    // The relation is not locked yet: another session might have dropped it since the record was
    // read.
    if (!guarded([&] { return SearchSysCacheExists1(RELOID, ObjectIdGetDatum(relation)); }))
      continue;
    const Oid owner = owner_of(relation);
    if (owner != GetUserId()) {
      if (!has_privileges_of(owner, owner_of(source))) return stranger_owns(relation, source);
      // The owner would get rows that only the caller may read.
      if (std::optional<Error> error =
              code_of_others(source, "the source of a release of others", Tables::left_out))
        return error;
    }
    const Oid schema = guarded([&] { return get_rel_namespace(relation); });
    if (may_own_here(owner, schema)) continue;
    return Error(ERRCODE_INSUFFICIENT_PRIVILEGE,
                 "a release that replaces " + in_quotes(relation_name(relation)) +
                     " cannot be given to its owner " + in_quotes(role_named(owner)))
        .detail(
            "To be given a table, a role must be one that you can become, and may create "
            "tables in the schema.");
  }
  return std::nullopt;
}

ReplacedRelease take_down(const Release& release) {
  ReplacedRelease result;
  result.name = relation_name(release.relations.front());
  result.source = release.source;
  for (const Oid relation : release.relations) {
    result.relations.push_back(taken_down(relation, As::relation));
    find_sources(release, relation, result.relations.back().columns);
  }
  for (const ReleaseAttribute& attribute : release.attributes)
    result.attributes.push_back(attribute.name);
  take_comments(release, result.relations);
  // Partitions come after the recorded relations, because comments are assigned by index.
  for (const Oid relation : release.relations) {
    for (const Oid partition : partitions_below(relation))
      add_partition(release, relation, partition, result);
  }
  return result;
}

ReplacedRelease take_down_view(Oid view, Oid source) {
  ReplacedRelease result;
  result.name = relation_name(view);
  result.source = source;
  take_own_comments(view, result.relations.emplace_back(taken_down(view, As::relation)));
  return result;
}

void take_down_partition(const Release& release, Oid partition, ReplacedRelease& replaced) {
  add_partition(release, release.relations.front(), partition, replaced);
  for (const Oid below : partitions_below(partition))
    add_partition(release, release.relations.front(), below, replaced);
}

}  // namespace microdata::postgres
