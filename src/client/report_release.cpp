#include "client/report_release.hpp"

#include <algorithm>
#include <array>

#include "client/failure.hpp"
#include "client/report_classes.hpp"

namespace microdata::client {

namespace {

using nlohmann::json;

constexpr std::array technical_roles = {"bucket", "member", "person", "count", "weight"};
constexpr std::array number_types = {"smallint",  "integer",          "bigint",
                                     "real",      "double precision", "numeric",
                                     "int4range", "int8range",        "numrange"};
constexpr std::array date_types = {
    "date",     "timestamp without time zone", "timestamp with time zone", "daterange", "tsrange",
    "tstzrange"};

template <typename Names>
bool among(const Names& names, std::string_view name) {
  return std::any_of(names.begin(), names.end(), [&](const char* one) { return name == one; });
}

// Returns the type without its modifier: numeric for numeric(10,2), timestamp without time zone for
// timestamp(3) without time zone.
std::string without_modifier(std::string type) {
  const auto begin = type.find('(');
  const auto end = type.find(')');
  if (begin != std::string::npos && end != std::string::npos) type.erase(begin, end - begin + 1);
  return type;
}

PublishedColumn read_column(const json& described) {
  PublishedColumn column;
  column.name = text_member(described, "name");
  column.role = text_member(described, "role");
  column.type = text_member(described, "type");
  column.reading = text_member(described, "reading");
  if (described.contains("group") && described["group"].is_number_integer())
    column.group = described["group"].get<int>();
  column.generalized = described.contains("generalized") && described["generalized"] == true;
  if (described.contains("labels")) column.labels = described["labels"];
  return column;
}

// Fails if a technical column is not a number. Sums and comparisons would cast values of other
// types by functions of their owner.
void require_number(const PublishedColumn& column) {
  if (!column.technical() || column.ordered_number()) return;
  throw Failure(ExitCode::server, "column \"" + column.name + "\" of the release is of type " +
                                      column.type + ", not of a number");
}

std::string schema_in(Session& session, const std::string& name) {
  const Rows rows = session.query(
      "SELECT pg_catalog.quote_ident((pg_catalog.parse_ident($1::pg_catalog.text))[1])", {name});
  return std::string(rows.at(0, 0));
}

// Returns the name of a relation for the transaction. Sections that need a relation without the
// right to read it are omitted, because its name might come to mean another relation.
std::string kept_relation(Session& session, const std::string& name) {
  const Rows rows = session.query(
      "SELECT r.oid FROM (SELECT pg_catalog.to_regclass($1)::pg_catalog.oid) r (oid) "
      "WHERE pg_catalog.has_any_column_privilege(r.oid, 'SELECT')",
      {name});
  if (rows.size() == 0) return "pg_catalog." + quoted_name(unreadable_relation);
  return readable_name(session, std::string(rows.at(0, 0)));
}

// Reads the relations of a description. The description's call has locked them, in a schema that
// keeps its name.
std::vector<PublishedRelation> read_relations(Session& session, const json& description,
                                              const std::string& schema) {
  std::vector<PublishedRelation> relations;
  for (const json& described : description.at("relations")) {
    PublishedRelation relation;
    relation.name = text_member(described, "name");
    relation.kind = text_member(described, "kind");
    relation.sql = kept_relation(session, schema + "." + quoted_name(relation.name));
    for (const json& column : described.at("columns")) {
      relation.columns.push_back(read_column(column));
      require_number(relation.columns.back());
    }
    relations.push_back(std::move(relation));
  }
  return relations;
}

// Returns the relation in which values are counted: one that has them unchanged rather than a view
// with weights.
const PublishedRelation* home_of(const std::vector<PublishedRelation>& relations,
                                 const std::string& name) {
  const PublishedRelation* home = nullptr;
  for (const PublishedRelation& relation : relations) {
    const bool has =
        std::any_of(relation.columns.begin(), relation.columns.end(),
                    [&](const auto& column) { return !column.technical() && column.name == name; });
    if (!has) continue;
    if (relation.with_role("weight") == nullptr) return &relation;
    if (home == nullptr) home = &relation;
  }
  return home;
}

std::vector<PublishedAttribute> read_attributes(const std::vector<PublishedRelation>& relations) {
  std::vector<PublishedAttribute> attributes;
  for (const PublishedRelation& relation : relations)
    for (const PublishedColumn& column : relation.columns)
      if (!column.technical() && home_of(relations, column.name) == &relation)
        attributes.push_back({&relation, &column});
  return attributes;
}

// Returns the relation on record: a view of a series stands for the edition that it shows.
std::string recorded_relation(Session& session, const std::string& relation) {
  const Rows rows = session.query(
      "SELECT release FROM microdata.series_views WHERE view = $1::pg_catalog.regclass",
      {relation});
  return rows.size() == 0 || rows.is_null(0, 0) ? relation : std::string(rows.at(0, 0));
}

// Returns the name of the source, which stays valid until the transaction's end. The caller has
// named only the release: reading its source runs no code of another role except computations.
// Fails if the server reports such code.
std::string kept_source(Session& session, const std::string& relation) {
  const Rows rows = session.query(
      "SELECT microdata.kept_name(microdata.source_of($1::pg_catalog.regclass))", {relation});
  return std::string(rows.at(0, 0));
}

OwnersRecord read_record(Session& session, const std::string& relation) {
  const Rows rows = session.query(
      "SELECT source, source_rows, suppressed_rows, parameters, "
      "source IS NOT NULL AND pg_catalog.has_table_privilege(source, 'SELECT') "
      "FROM microdata.releases WHERE $1::pg_catalog.regclass = ANY (relations)",
      {recorded_relation(session, relation)});
  if (rows.size() == 0 || rows.is_null(0, 0) || !rows.is_true(0, 4))
    throw Failure(ExitCode::server,
                  "the source of \"" + relation + "\" is gone, or you may not read it",
                  "A report without --private needs no source.");
  return {kept_source(session, relation), number_of(rows.at(0, 1)), number_of(rows.at(0, 2)),
          json::parse(rows.at(0, 3))};
}

// Returns the condition for rows of an edition that belong to persons. Counterfeits are NULL in all
// attributes except the sensitive one.
std::string persons_rows(const PublishedRelation& relation) {
  std::string condition;
  for (const PublishedColumn& column : relation.columns)
    if (!column.technical() && !column.sensitive())
      condition += (condition.empty() ? "" : " OR ") + quoted_name(column.name) + " IS NOT NULL";
  return condition.empty() ? "true" : "(" + condition + ")";
}

const PublishedRelation* table_of_persons(const PublishedRelease& release) {
  for (const PublishedRelation& relation : release.relations)
    if (relation.with_role("weight") == nullptr && relation.with_role("count") == nullptr)
      return &relation;
  return nullptr;
}

// Returns the values of an edition with counterfeits. In a bucket of n values and p persons, a
// value counts for p/n persons.
std::string values_of_edition(const PublishedRelease& release,
                              const PublishedAttribute& attribute) {
  const PublishedRelation& relation = *attribute.relation;
  const std::string column = quoted_name(attribute.column->name);
  const PublishedColumn* count = relation.with_role("count");
  const PublishedColumn* bucket = relation.with_role("bucket");
  const PublishedRelation* persons = table_of_persons(release);
  if (bucket == nullptr || persons == nullptr)
    return "SELECT " + column + " AS v, 1::float8 AS w FROM " + relation.sql;
  const std::string number = quoted_name(bucket->name);
  if (count == nullptr && !attribute.column->sensitive())
    return "SELECT " + column + " AS v, 1::float8 AS w FROM " + relation.sql + " WHERE " +
           persons_rows(relation);
  if (count == nullptr)
    return "SELECT " + column + " AS v, (pg_catalog.count(*) FILTER (WHERE " +
           persons_rows(relation) + ") OVER b)::float8 / pg_catalog.count(*) OVER b AS w FROM " +
           relation.sql + " WINDOW b AS (PARTITION BY " + number + ")";
  const std::string counted = output_as("s." + quoted_name(count->name), "float8");
  return "SELECT s." + column + " AS v, " + counted + " * p.persons / pg_catalog.sum(" + counted +
         ") OVER (PARTITION BY s." + number + ") AS w FROM " + relation.sql + " s JOIN (SELECT " +
         output_text(number) + " AS number, pg_catalog.count(*) AS persons FROM " + persons->sql +
         " GROUP BY 1) p ON p.number = " + output_text("s." + number);
}

}  // namespace

bool PublishedColumn::technical() const {
  return among(technical_roles, role);
}
bool PublishedColumn::ordered_number() const {
  return among(number_types, without_modifier(type));
}
bool PublishedColumn::date() const {
  return among(date_types, without_modifier(type));
}

bool PublishedColumn::asterisk_is_value() const {
  return reading == "label" && labels.is_object() && labels.contains("*") &&
         labels.at("*") == nlohmann::json::array({"*"});
}

const PublishedColumn* PublishedRelation::with_role(std::string_view role) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const auto& column) { return column.role == role; });
  return found == columns.end() ? nullptr : &*found;
}

bool PublishedRelease::persons_with_several_rows() const {
  return std::any_of(relations.begin(), relations.end(), [](const auto& relation) {
    return relation.with_role("member") != nullptr || relation.with_role("person") != nullptr;
  });
}

PublishedRelease read_release(Session& session, const std::string& oid, bool owner) {
  PublishedRelease release;
  const Rows names = session.query(
      "SELECT pg_catalog.quote_ident(e.nspname), "
      "pg_catalog.to_char(pg_catalog.now(), 'YYYY-MM-DD HH24:MI') "
      "FROM pg_catalog.pg_extension x JOIN pg_catalog.pg_namespace e ON e.oid = x.extnamespace "
      "WHERE x.extname = 'pg_microdata'");
  release.sql = readable_name(session, oid);
  release.made = names.at(0, 1);
  release.extension = std::string(names.at(0, 0)) + ".";
  const Rows described =
      session.query("SELECT " + release.extension + "release_description($1::pg_catalog.regclass)",
                    {release.sql});
  release.description = json::parse(described.at(0, 0));
  release.relations = read_relations(session, release.description, schema_in(session, release.sql));
  release.attributes = read_attributes(release.relations);
  if (owner) release.record = read_record(session, release.sql);
  return release;
}

Rows query_source(Session& session, const std::string& sql, int columns) {
  std::string names;
  std::string values;
  for (int column = 0; column < columns; ++column) {
    const std::string comma = column == 0 ? "" : ", ";
    names += comma + "c" + std::to_string(column);
    values += comma + "r ->> " + std::to_string(column);
  }
  return session.query("SELECT " + values +
                           " FROM pg_catalog.json_array_elements(microdata.value_of($1)::json) "
                           "WITH ORDINALITY a (r, i) ORDER BY i",
                       {"SELECT pg_catalog.json_agg(pg_catalog.json_build_array(" + names +
                        ")) FROM (" + sql + ") s (" + names + ")"});
}

std::string published_values(const PublishedRelease& release, const PublishedAttribute& attribute) {
  const PublishedRelation& relation = *attribute.relation;
  const std::string column = quoted_name(attribute.column->name);
  if (release.edition() && !release.persons_with_several_rows())
    return values_of_edition(release, attribute);
  if (const PublishedColumn* count = relation.with_role("count"))
    return "SELECT " + column + " AS v, " + output_as(quoted_name(count->name), "float8") +
           " AS w FROM " + relation.sql;
  const PublishedColumn* member = relation.with_role("member");
  const PublishedColumn* bucket = relation.with_role("bucket");
  // A set can have a value in several combinations.
  if (member != nullptr && bucket != nullptr && attribute.column->sensitive())
    return "SELECT v, 1::float8 AS w FROM (SELECT DISTINCT " + column + " AS v, " +
           quoted_name(bucket->name) + ", " + quoted_name(member->name) + " FROM " + relation.sql +
           ") s";
  return "SELECT " + column + " AS v, 1::float8 AS w FROM " + relation.sql;
}

std::vector<std::string> unpublished_columns(Session& session, const PublishedRelease& release) {
  const Rows rows = session.query(
      "SELECT attname FROM pg_catalog.pg_attribute WHERE attrelid = $1::pg_catalog.regclass AND "
      "attnum > 0 AND NOT attisdropped",
      {release.record->source});
  std::vector<std::string> columns;
  for (int row = 0; row < rows.size(); ++row)
    if (std::none_of(release.attributes.begin(), release.attributes.end(),
                     [&](const auto& one) { return one.name() == rows.at(row, 0); }))
      columns.emplace_back(rows.at(row, 0));
  return columns;
}

std::string quoted_name(std::string_view name) {
  std::string quoted = "\"";
  for (const char byte : name)
    quoted.append(byte == '"' ? 2 : 1, byte);
  return quoted + "\"";
}

std::optional<double> number_member(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

std::string text_member(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace microdata::client
