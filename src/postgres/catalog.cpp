#include "postgres/catalog.hpp"

#include <algorithm>

#include "postgres/guard.hpp"
#include "postgres/roles.hpp"
#include "postgres/settings.hpp"
#include "postgres/spi.hpp"
#include "postgres/text.hpp"

namespace microdata::postgres {

namespace {

Oid to_oid(const std::string& text) {
  return static_cast<Oid>(std::stoul(text));
}

// As array_to_string() writes them, with commas.
std::vector<Oid> to_oids(const std::string& text) {
  std::vector<Oid> oids;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    oids.push_back(to_oid(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return oids;
}

std::string oid_array(const std::vector<Oid>& oids) {
  std::vector<std::string> texts;
  for (const Oid oid : oids)
    texts.push_back(std::to_string(oid));
  return "{" + join(texts, ",") + "}";
}

Parameter parameter(const std::optional<std::int64_t>& number) {
  return number ? Parameter(std::to_string(*number)) : std::nullopt;
}

std::optional<std::int64_t> to_number(const std::optional<std::string>& text) {
  return text ? std::optional<std::int64_t>(std::stoll(*text)) : std::nullopt;
}

bool has_table(const char* name) {
  return guarded([&] {
    const Oid schema = get_namespace_oid("microdata", true);
    return OidIsValid(schema) && OidIsValid(get_relname_relid(name, schema));
  });
}

// The extension's tables are there unless the extension is being created or dropped.
bool has_catalog() {
  return has_table("release_record") && has_table("role_record") &&
         has_table("release_column_record");
}

// They came with version 0.2.0: a database may not have been updated yet.
// From 0.3.0 on.
bool has_privacy_rules() {
  return guarded([] {
    const Oid schema = get_namespace_oid("microdata", true);
    return OidIsValid(schema) && OidIsValid(get_relname_relid("privacy_rule_record", schema));
  });
}

bool has_declared_hierarchies() {
  return has_table("declared_hierarchy_record");
}

}  // namespace

Oid catalog_owner() {
  return guarded([] {
    const Oid schema = get_namespace_oid("microdata", false);
    HeapTuple tuple = SearchSysCache1(NAMESPACEOID, ObjectIdGetDatum(schema));
    if (!HeapTupleIsValid(tuple)) elog(ERROR, "cache lookup failed for schema %u", schema);
    const Oid owner = reinterpret_cast<Form_pg_namespace>(GETSTRUCT(tuple))->nspowner;
    ReleaseSysCache(tuple);
    return owner;
  });
}

std::vector<DeclaredRole> declared_roles(Oid source) {
  const RoleScope scope(catalog_owner());
  const SafeSearchPath path;
  std::vector<DeclaredRole> roles;
  for (const ResultRow& row :
       query("SELECT a.attname, r.role FROM microdata.role_record r "
             "JOIN pg_catalog.pg_attribute a ON a.attrelid = r.source AND a.attnum = r.attnum "
             "AND a.attname = r.attribute WHERE r.source = $1::pg_catalog.oid AND NOT "
             "a.attisdropped ORDER BY a.attnum",
             {std::to_string(source)})) {
    roles.push_back({*row[0], role_from_name(*row[1]).value_or(Role::quasi_identifier)});
  }
  return roles;
}

void replace_declared_roles(Oid source, const std::vector<DeclaredRole>& roles) {
  const RoleScope scope(catalog_owner());
  const SafeSearchPath path;
  query("DELETE FROM microdata.role_record WHERE source = $1::pg_catalog.oid",
        {std::to_string(source)});
  for (const DeclaredRole& role : roles) {
    query(
        "INSERT INTO microdata.role_record (source, attribute, role) "
        "VALUES ($1::pg_catalog.oid, $2::pg_catalog.name, $3)",
        {std::to_string(source), role.attribute, role_name(role.role)});
  }
}

std::int64_t record_release(const Release& release) {
  const std::string user = guarded([] { return GetUserNameFromId(GetUserId(), false); });
  const RoleScope scope(catalog_owner());
  const SafeSearchPath path;
  const Parameter source =
      release.source ? Parameter(std::to_string(*release.source)) : std::nullopt;
  const std::vector<ResultRow> rows = query(
      "INSERT INTO microdata.release_record (method, source, relations, parameters, created_by, "
      "source_rows, published_rows, suppressed_rows, buckets) "
      "VALUES ($1, $2::pg_catalog.oid, $3::pg_catalog.oid[]::pg_catalog.regclass[], "
      "$4::pg_catalog.jsonb, $5::pg_catalog.name, $6::pg_catalog.int8, $7::pg_catalog.int8, "
      "$8::pg_catalog.int8, $9::pg_catalog.int8) RETURNING release_id",
      {release.method, source, oid_array(release.relations), release.parameters, user,
       parameter(release.source_rows), parameter(release.published_rows),
       parameter(release.suppressed_rows), parameter(release.buckets)});
  const std::string id = *rows.front().front();
  for (const ReleaseAttribute& attribute : release.attributes) {
    query(
        "INSERT INTO microdata.release_column_record (release_id, relation, column_no, attribute, "
        "role, generalized, source, source_attribute) VALUES ($1::pg_catalog.int8, "
        "$2::pg_catalog.oid, $3::pg_catalog.int4, $4::pg_catalog.name, $5, $6::pg_catalog.bool, "
        "$7::pg_catalog.oid, $8::pg_catalog.name)",
        {id, std::to_string(attribute.relation), std::to_string(attribute.column), attribute.name,
         role_name(attribute.role), attribute.generalized ? "true" : "false", source,
         attribute.source_name});
  }
  return std::stoll(id);
}

std::optional<Release> find_release(Oid relation) {
  const RoleScope scope(catalog_owner());
  const SafeSearchPath path;
  const std::vector<ResultRow> rows = query(
      "SELECT r.release_id, r.method, (SELECT s.oid FROM pg_catalog.pg_class s "
      "WHERE s.oid = r.source::pg_catalog.oid), r.parameters, r.source_rows, "
      "r.published_rows, r.suppressed_rows, r.buckets, "
      "pg_catalog.array_to_string(r.relations::pg_catalog.oid[], ',') "
      "FROM microdata.release_record r "
      "WHERE $1::pg_catalog.oid = ANY (r.relations::pg_catalog.oid[])",
      {std::to_string(relation)});
  if (rows.empty()) return std::nullopt;
  const ResultRow& row = rows.front();
  Release release;
  release.id = std::stoll(*row[0]);
  release.method = *row[1];
  if (row[2]) release.source = to_oid(*row[2]);
  release.parameters = *row[3];
  release.source_rows = to_number(row[4]);
  release.published_rows = to_number(row[5]);
  release.suppressed_rows = to_number(row[6]);
  release.buckets = to_number(row[7]);
  // In the same statement as the record: between two, another session may drop the release.
  release.relations = to_oids(*row[8]);
  for (const ResultRow& c :
       query("SELECT c.relation::pg_catalog.oid, c.column_no, a.attname, c.role, c.generalized, "
             "s.attname FROM microdata.release_column_record c "
             "JOIN pg_catalog.pg_attribute a "
             "ON a.attrelid = c.relation AND a.attnum = c.attnum AND a.attname = c.attribute "
             "AND NOT a.attisdropped LEFT JOIN pg_catalog.pg_attribute s ON s.attrelid = c.source "
             "AND s.attnum = c.source_attnum AND s.attname = c.source_attribute "
             "AND NOT s.attisdropped WHERE c.release_id = $1::pg_catalog.int8 ORDER BY c.relation, "
             "c.attnum",
             {*row[0]})) {
    release.attributes.push_back({to_oid(*c[0]), std::stoi(*c[1]), *c[2],
                                  role_from_name(*c[3]).value_or(Role::quasi_identifier),
                                  *c[4] == "t", c[5].value_or("")});
  }
  return release;
}

std::optional<std::string> release_parameter(const Release& release, const char* key) {
  const std::vector<ResultRow> rows =
      query("SELECT $1::pg_catalog.jsonb ->> $2", {release.parameters, key});
  return rows.front().front();
}

void forget_dropped() {
  if (!has_catalog()) return;
  const RoleScope scope(catalog_owner());
  const SafeSearchPath path;
  query(
      "DELETE FROM microdata.role_record r USING pg_catalog.pg_event_trigger_dropped_objects() d "
      "WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND r.source = d.objid "
      "AND (d.objsubid = 0 OR r.attnum = d.objsubid)");
  if (has_declared_hierarchies()) {
    query(
        "DELETE FROM microdata.declared_hierarchy_record h "
        "USING pg_catalog.pg_event_trigger_dropped_objects() d "
        "WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND h.source = d.objid "
        "AND (d.objsubid = 0 OR h.attnum = d.objsubid)");
  }
  query(
      "DELETE FROM microdata.release_column_record c "
      "USING pg_catalog.pg_event_trigger_dropped_objects() d "
      "WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND c.relation = d.objid "
      "AND (d.objsubid = 0 OR c.attnum = d.objsubid)");
  query(
      "UPDATE microdata.release_record r SET source = NULL "
      "FROM pg_catalog.pg_event_trigger_dropped_objects() d "
      "WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objsubid = 0 "
      "AND r.source = d.objid");
  query(
      "UPDATE microdata.release_column_record r SET source = NULL "
      "FROM pg_catalog.pg_event_trigger_dropped_objects() d "
      "WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objsubid = 0 "
      "AND r.source = d.objid");
  query(
      "UPDATE microdata.release_record r SET relations = ARRAY(SELECT u.relation "
      "FROM pg_catalog.unnest(r.relations) WITH ORDINALITY u (relation, position) "
      "WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_event_trigger_dropped_objects() d "
      "WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objsubid = 0 "
      "AND d.objid = u.relation::pg_catalog.oid) ORDER BY u.position) "
      "WHERE EXISTS (SELECT FROM pg_catalog.pg_event_trigger_dropped_objects() d "
      "WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objsubid = 0 "
      "AND d.objid = ANY (r.relations::pg_catalog.oid[]))");
  query("DELETE FROM microdata.release_record WHERE relations = '{}'");
  if (has_privacy_rules()) {
    query(
        "DELETE FROM microdata.privacy_rule_record r "
        "USING pg_catalog.pg_event_trigger_dropped_objects() d "
        "WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND r.source = d.objid "
        "AND (d.objsubid = 0 OR d.objsubid = ANY (r.left_attnums || r.right_attnums))");
  }
}

namespace {

// Names of all of a rule's attributes, as they are now.
void follow_renamed_in_rules() {
  query(
      "UPDATE microdata.privacy_rule_record r SET left_attributes = n.left_names, "
      "right_attributes = n.right_names FROM (SELECT p.rule_id, "
      "ARRAY(SELECT a.attname FROM pg_catalog.unnest(p.left_attnums) WITH ORDINALITY u (n, i) "
      "JOIN pg_catalog.pg_attribute a ON a.attrelid = p.source AND a.attnum = u.n ORDER BY u.i) "
      "AS left_names, "
      "ARRAY(SELECT a.attname FROM pg_catalog.unnest(p.right_attnums) WITH ORDINALITY u (n, i) "
      "JOIN pg_catalog.pg_attribute a ON a.attrelid = p.source AND a.attnum = u.n ORDER BY u.i) "
      "AS right_names FROM microdata.privacy_rule_record p) n WHERE n.rule_id = r.rule_id "
      "AND (n.left_names <> r.left_attributes OR n.right_names <> r.right_attributes)");
}

}  // namespace

void follow_renamed() {
  if (!has_catalog()) return;
  const RoleScope scope(catalog_owner());
  const SafeSearchPath path;
  if (has_privacy_rules()) follow_renamed_in_rules();
  query(
      "UPDATE microdata.role_record r SET attribute = a.attname FROM pg_catalog.pg_attribute a "
      "WHERE a.attrelid = r.source AND a.attnum = r.attnum AND NOT a.attisdropped "
      "AND a.attname <> r.attribute");
  if (has_declared_hierarchies()) {
    query(
        "UPDATE microdata.declared_hierarchy_record h SET attribute = a.attname "
        "FROM pg_catalog.pg_attribute a WHERE a.attrelid = h.source AND a.attnum = h.attnum "
        "AND NOT a.attisdropped AND a.attname <> h.attribute");
  }
  query(
      "UPDATE microdata.release_column_record c SET attribute = a.attname "
      "FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.relation AND a.attnum = c.attnum "
      "AND NOT a.attisdropped AND a.attname <> c.attribute");
  query(
      "UPDATE microdata.release_column_record c SET source_attribute = a.attname "
      "FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.source AND a.attnum = c.source_attnum "
      "AND NOT a.attisdropped "
      "AND a.attname <> c.source_attribute");
}

}  // namespace microdata::postgres
