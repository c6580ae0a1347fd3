#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/checks/edition_verification.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/release_structure.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

// A column of a release that is not an attribute: its role is bucket, member, person or count.
struct DescribedColumn {
  Oid relation = InvalidOid;
  std::string name;
  std::string role;
};

[[noreturn]] void fail_to_fit(const Release& release, const std::string& why) {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "description does not fit " + in_quotes(relation_name(release.relations.front())))
      .detail(why);
}

// Fails unless a column of a role has the name in the role's parameter, or else the role's own
// name, and each such parameter names a column.
void check_names(const Release& release, const std::vector<DescribedColumn>& columns) {
  for (const DescribedColumn& column : columns) {
    const std::string key = column.role + "_column";
    const std::string name = release.layout.column(column.role).name;
    if (column.name != name)
      fail_to_fit(release, in_quotes(key) + " is " + in_quotes(name) + ", and " +
                               in_quotes(column.name) + " has the role " + column.role + ".");
    const Source table = open_source(column.relation);
    check_is_integer(require_column(table, name), column.role.c_str());
  }
  for (const char* role : {"bucket", "member", "person", "count"}) {
    const std::string key = std::string(role) + "_column";
    const bool named = release.layout.column(role).recorded;
    const bool there =
        std::any_of(columns.begin(), columns.end(),
                    [&](const DescribedColumn& column) { return column.role == role; });
    if (named && !there)
      fail_to_fit(release,
                  "It has " + in_quotes(key) + ", and no column of the role " + role + ".");
  }
  const auto& of_class = release.layout.class_attribute;
  if (of_class &&
      std::none_of(release.attributes.begin(), release.attributes.end(),
                   [&](const ReleaseAttribute& attribute) { return attribute.name == *of_class; }))
    fail_to_fit(release, "Its class, " + in_quotes(*of_class) + ", is no attribute of it.");
}

std::int64_t counted(const std::string& what, Oid relation) {
  return std::stoll(
      *query_rows("SELECT pg_catalog.count(" + what + ") FROM " + qualified_name(relation))[0][0]);
}

void check_number(const Release& release, const char* what, std::optional<std::int64_t> said,
                  std::int64_t there, bool at_least) {
  const std::int64_t stated = said.value_or(there);
  if (stated == there || (at_least && stated >= there)) return;
  fail_to_fit(release, "It says " + std::to_string(stated) + " " + what + ", and there are " +
                           std::to_string(there) + ".");
}

void check_rows(const Release& release) {
  std::int64_t rows = 0;
  for (const Oid table : release.relations)
    rows = std::max(rows, counted("*", table));
  // Counterfeits are rows as well, or values in a row of a table of their own.
  rows -= static_cast<std::int64_t>(counterfeits_of(release));
  // If people have several rows, one table has a row for each person.
  check_number(release, "rows", release.published_rows, rows,
               is_of_subjects(release) && !release.layout.persons_joined());
}

void check_buckets(const Release& release, const std::vector<DescribedColumn>& columns) {
  const bool in_parts = release.parameters.contains("parts");
  std::int64_t buckets = 0;
  bool in_buckets = false;
  for (const DescribedColumn& column : columns) {
    if (column.role != "bucket") continue;
    in_buckets = true;
    const std::int64_t found = counted("DISTINCT " + quote_name(column.name), column.relation);
    buckets = in_parts ? buckets + found : std::max(buckets, found);
  }
  if (in_buckets) {
    check_number(release, "buckets", release.buckets, buckets, false);
  } else if (release.buckets && release.published_rows &&
             *release.buckets > *release.published_rows) {
    fail_to_fit(release, "It says more buckets than rows.");
  }
}

void check_groups(const Release& release) {
  const auto& columns = release.layout.columns;
  if (!columns || is_of_subjects(release)) return;
  std::set<int> groups;
  for (const ReleaseAttribute& attribute : release.attributes)
    groups.insert(attribute.column);
  if (static_cast<std::int64_t>(groups.size()) > *columns)
    fail_to_fit(release, "It says " + std::to_string(*columns) +
                             " groups of attributes, and numbers " + std::to_string(groups.size()) +
                             ".");
}

std::vector<Finding> findings_without_source(const Release& release, const Progress& progress) {
  Release alone = release;
  alone.source.reset();
  alone.source_rows.reset();
  for (ReleaseAttribute& attribute : alone.attributes)
    attribute.source_name.clear();
  try {
    return is_edition(alone) ? verify_edition(alone, progress)
                             : operations_of(alone).verify(alone, progress);
  } catch (const Error& error) {
    if (error.sqlstate() == ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE)
      fail_to_fit(release,
                  "Its parameters are those of other tables, or of other groups of attributes.");
    fail_to_fit(release, "Reading it fails: " + std::string(error.what()) + ".");
  }
}

// Fails if the rows contradict a guarantee. A guarantee that only the source could prove is taken
// on trust.
void check_promises(const Release& release, const Progress& progress) {
  for (const Finding& finding : findings_without_source(release, progress)) {
    if (finding.holds != false) continue;
    std::string why = in_quotes(finding.requirement) + " does not hold";
    if (finding.bound && finding.achieved)
      why += ": " + rounded(*finding.achieved, 6) + " where the bound is " +
             rounded(*finding.bound, 6);
    fail_to_fit(release, why + ".");
  }
}

// Fails if the rows of a release contradict its description before it is recorded. Checks names of
// columns, numbers of rows and buckets, which values belong together in which table, and every
// bound that verify_release() can judge without a source.
void check_described(const Release& release, const std::vector<DescribedColumn>& columns) {
  check_names(release, columns);
  check_rows(release);
  check_buckets(release, columns);
  check_groups(release);
  Phases phases("checking the description of " +
                in_quotes(relation_name(release.relations.front())));
  check_promises(release, phases.progress());
  phases.finish();
}

std::optional<std::int64_t> rows_of(const Json& description, const char* key) {
  const Json& found = description[key];
  if (found.is_null()) return std::nullopt;
  return static_cast<std::int64_t>(number_within(found, key, most_rows, true));
}

// A form in which values may be published, and whether it is a text.
struct DescribedReading {
  const char* name;
  bool generalized;
  bool as_text;
};
constexpr std::array<DescribedReading, 5> readings{{{"value", false, false},
                                                    {"range", true, false},
                                                    {"set", true, true},
                                                    {"label", true, true},
                                                    {"multiset", true, true}}};

struct DescribedAttribute {
  ReleaseAttribute attribute;
  DescribedReading reading{};
  // An object, or null.
  Json labels;
};

struct DescribedTable {
  std::string name;
  Oid relation = InvalidOid;
  std::vector<DescribedAttribute> attributes;
  std::vector<DescribedColumn> others;
};

DescribedAttribute read_attribute(const Json& column, const std::string& name, Role role) {
  DescribedAttribute result;
  result.attribute.name = name;
  result.attribute.role = role;
  result.attribute.column = static_cast<int>(
      number_within(required(column, "group", "number"), "group", MaxHeapAttributeNumber, true));
  const std::string reading = *required(column, "reading", "string").text();
  const auto* const found =
      std::find_if(readings.begin(), readings.end(),
                   [&](const DescribedReading& one) { return reading == one.name; });
  if (found == readings.end()) refuse("Reading " + in_quotes(reading) + " is not known.");
  if (required(column, "generalized", "boolean").is_true() != found->generalized)
    refuse("Column " + in_quotes(name) + " is generalized, and is not.");
  result.reading = *found;
  result.attribute.generalized = found->generalized;
  if (reading == "label") result.labels = column["labels"];
  if (!result.labels.is_null()) check_labels(result.labels);
  return result;
}

void read_column(const Json& column, DescribedTable& table) {
  const std::string name = required_name(column, "name");
  const std::string role = *required(column, "role", "string").text();
  // Only views have weights.
  constexpr std::array<const char*, 4> other_roles{"bucket", "member", "person", "count"};
  if (std::find(other_roles.begin(), other_roles.end(), role) != other_roles.end()) {
    table.others.push_back({InvalidOid, name, role});
    return;
  }
  const std::optional<Role> known = role_from_name(role);
  if (!known || *known == Role::identifier) refuse("Role " + in_quotes(role) + " is not known.");
  table.attributes.push_back(read_attribute(column, name, *known));
}

// Returns the tables in the description. Views of the release are made of its tables and need not
// exist here.
std::vector<DescribedTable> read_tables(const Json& description) {
  std::vector<DescribedTable> tables;
  std::set<std::string> names;
  for (const Json& relation : required_elements(description, "relations", "object")) {
    DescribedTable table;
    table.name = required_name(relation, "name");
    if (!names.insert(table.name).second) refuse("Two relations have one name.");
    const std::string kind = *required(relation, "kind", "string").text();
    if (kind == "view") continue;
    if (kind != "table") refuse("Kind " + in_quotes(kind) + " is not known.");
    for (const Json& column : required_elements(relation, "columns", "object"))
      read_column(column, table);
    if (table.attributes.empty()) refuse("Table " + in_quotes(table.name) + " has no attribute.");
    tables.push_back(std::move(table));
  }
  if (tables.empty()) refuse("It has no table.");
  return tables;
}

// Finds the described tables. A release of one table may have another name here.
void find_tables(std::vector<DescribedTable>& tables, Oid relation) {
  const std::string name = relation_name(relation);
  const Oid schema = guarded([&] { return get_rel_namespace(relation); });
  bool found = false;
  for (DescribedTable& table : tables) {
    const bool given = tables.size() == 1 || table.name == name;
    table.relation =
        given ? relation : guarded([&] { return get_relname_relid(table.name.c_str(), schema); });
    found = found || given;
    if (!OidIsValid(table.relation)) {
      throw Error(ERRCODE_UNDEFINED_TABLE, "relation " + in_quotes(table.name) + " does not exist")
          .detail("The release has this table as well, in the schema of " + in_quotes(name) + ".");
    }
  }
  if (!found) refuse("It has no table " + in_quotes(name) + ".");
}

void check_type(const SourceColumn& column, const DescribedReading& reading) {
  const Oid base = column.type.base;
  const Oid element =
      guarded([&] { return type_is_range(base) ? get_range_subtype(base) : InvalidOid; });
  // Generalization makes ranges only of types with a distance.
  const bool is_range =
      OidIsValid(element) && attribute_type(element, -1, InvalidOid).projection != Projection::none;
  if (!reading.generalized || (reading.as_text ? column.type.base == TEXTOID : is_range)) return;
  throw Error(ERRCODE_DATATYPE_MISMATCH, "attribute " + in_quotes(column.name) + " is of type " +
                                             type_name(column.type) + ", not " +
                                             (reading.as_text ? "text" : "a range"))
      .detail("The description says that its values are to be read as \"" +
              std::string(reading.name) + "\".");
}

void check_table(DescribedTable& table) {
  require_owner(table.relation);
  const Source opened = open_source(table.relation, ShareUpdateExclusiveLock);
  require_owner(table.relation);
  if (opened.temporary) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "a release cannot be a temporary table");
  }
  if (find_release(table.relation)) {
    throw Error(ERRCODE_DUPLICATE_OBJECT, in_quotes(opened.name) + " is a release already");
  }
  refuse_view(opened);
  std::set<std::string> described;
  for (DescribedColumn& one : table.others) {
    if (!described.insert(one.name).second) refuse("Two columns have one name.");
    one.relation = table.relation;
  }
  for (const DescribedAttribute& one : table.attributes) {
    if (!described.insert(one.attribute.name).second) refuse("Two columns have one name.");
  }
  for (const std::string& name : described) {
    if (opened.find(name) == nullptr) {
      throw Error(ERRCODE_UNDEFINED_COLUMN, "column " + in_quotes(name) + " of relation " +
                                                in_quotes(opened.name) + " does not exist")
          .detail("The description has it.");
    }
  }
  for (const SourceColumn& column : opened.columns) {
    if (!described.contains(column.name))
      refuse("It does not have the column " + in_quotes(column.name) + " of " +
             in_quotes(opened.name) + ".");
  }
  for (DescribedAttribute& one : table.attributes) {
    check_type(*opened.find(one.attribute.name), one.reading);
    one.attribute.relation = table.relation;
  }
}

std::vector<PrivacyModel> read_models(const Json& object) {
  std::vector<PrivacyModel> models;
  for (const Json& model : required_elements(object, "privacy", "object")) {
    required(model, "model", "string");
    required(model, "parameters", "object");
    models.push_back(read_privacy_model(model));
  }
  return models;
}

// Returns a list of names; fails unless each of them is among `known`.
const Json& read_names(const Json& object, const char* key, const std::set<std::string>& known,
                       std::set<std::string>* found = nullptr) {
  std::set<std::string> seen;
  for (const Json& element : required_elements(object, key, "string")) {
    const std::string name = *element.text();
    if (!known.contains(name)) refuse(in_quotes(key) + " has " + in_quotes(name) + ".");
    if (!seen.insert(name).second) refuse(in_quotes(key) + " has a name twice.");
  }
  if (found != nullptr) *found = seen;
  return object[key];
}

Json read_rules(const Json& object, const char* key, const std::set<std::string>& known) {
  return json_array(required_elements(object, key, "object"), [&](const Json& rule) {
    Json json = Json::object();
    json.add("known", read_names(rule, "known", known));
    json.add("sensitive", read_names(rule, "sensitive", known));
    return json.add("privacy", privacy_models_json(read_models(rule)));
  });
}

std::set<std::string> attribute_names(const DescribedTable& table) {
  std::set<std::string> names;
  for (const DescribedAttribute& one : table.attributes)
    names.insert(one.attribute.name);
  return names;
}

// Adds the attributes of the several tables of a decomposition by privacy rules.
void read_parts(const Json& parameters, const std::vector<DescribedTable>& tables, Json& json) {
  if (parameters["parts"].is_null()) return;
  std::set<std::string> all;
  for (const DescribedTable& table : tables)
    all.merge(attribute_names(table));
  std::set<std::string> listed;
  json.add("attributes", read_names(parameters, "attributes", all, &listed));
  if (listed != all) refuse("\"attributes\" are not those of its tables.");
  json.add("rules", read_rules(parameters, "rules", all));
  const Json::Array& parts = required_elements(parameters, "parts", "object");
  if (parts.size() != tables.size()) refuse("It has more or fewer parts than tables.");
  Json read = Json::array();
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const std::set<std::string> known = attribute_names(tables[p]);
    std::set<std::string> shown;
    Json part = Json::object();
    part.add("attributes", read_names(parts[p], "attributes", known, &shown));
    if (shown != known) refuse("The attributes of a part are not those of its table.");
    part.add("bucketed", read_names(parts[p], "bucketed", known));
    part.add("enforced", read_rules(parts[p], "enforced", known));
    read.push_back(std::move(part));
  }
  json.add("parts", std::move(read));
}

// Returns the names on the right of rules, which are sensitive in any part.
std::set<std::string> protected_by_rules(const Json& parameters) {
  std::set<std::string> names;
  for (const Json& rule : parameters["rules"].elements()) {
    for (const std::string& name : rule["sensitive"].texts())
      names.insert(name);
  }
  return names;
}

// Adds the harmless values, which only sensitive attributes have.
void read_harmless_values(const Json& parameters, const std::vector<DescribedTable>& tables,
                          Json& json) {
  const Json& harmless = parameters["harmless"];
  const std::set<std::string> by_rules = protected_by_rules(parameters);
  for (const JsonMember& member : harmless.members()) {
    const auto is_it = [&](const DescribedAttribute& one) {
      return one.attribute.name == member.key &&
             (one.attribute.role == Role::sensitive || by_rules.contains(member.key));
    };
    const bool found = std::any_of(tables.begin(), tables.end(), [&](const DescribedTable& table) {
      return std::any_of(table.attributes.begin(), table.attributes.end(), is_it);
    });
    if (!found)
      refuse("\"harmless\" has " + in_quotes(member.key) + ", which is no sensitive attribute.");
  }
  if (!harmless.members().empty()) json.add("harmless", harmless);
}

// Returns a checked value as it is recorded.
Json recorded_value(const Json& value, ParameterKind kind) {
  if (kind == ParameterKind::number) return value.number();
  if (kind == ParameterKind::integer) return static_cast<std::int64_t>(value.number());
  return value;
}

Json read_parameters(const Json& description, const std::vector<DescribedTable>& tables) {
  // The description might be of version 0.12.0.
  const Json parameters =
      Json::parse(*query("SELECT microdata.current_settings($1::pg_catalog.jsonb)",
                         {required(description, "parameters", "object").str()})[0][0]);
  check_parameters(parameters);
  Json json = Json::object();
  for (const DescribedParameter& parameter : described_parameters()) {
    if (const Json& value = parameters[parameter.key]; !value.is_null())
      json.add(parameter.key, recorded_value(value, parameter.kind));
  }
  if (const Json& privacy = parameters["privacy"]; !privacy.is_null()) {
    if (!privacy.is_array()) refuse("\"privacy\" is no array.");
    json.add("privacy", privacy_models_json(read_models(parameters)));
  }
  read_parts(parameters, tables, json);
  read_harmless_values(parameters, tables, json);
  Json labels = Json::object();
  for (const DescribedTable& table : tables) {
    for (const DescribedAttribute& one : table.attributes) {
      if (!one.labels.is_null()) labels.set(one.attribute.name, one.labels);
    }
  }
  return json.add("labels", std::move(labels)).add("registered", true);
}

// Returns the number of rows of the source. It must be called before any check, because views of
// the source run code of others.
std::int64_t rows_of_source(Oid relation) {
  (void)open_source(relation);
  return std::stoll(
      *query_rows("SELECT pg_catalog.count(*) FROM " + qualified_name(relation))[0][0]);
}

// Adds the subject that is declared for the source. A description does not name the attributes that
// identify a person, because readers need not know them.
void add_subject(const Source& source, Release& release) {
  std::vector<std::string> subject;
  for (const DeclaredRole& declared : declared_roles(source.relation)) {
    if (declared.subject) subject.push_back(declared.attribute);
  }
  if (subject.empty()) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "no subject of " + in_quotes(source.name) + " is declared")
        .detail(
            "The release is of persons with several rows each, and its description does not "
            "tell what identifies a person.")
        .hint("Declare it first: declare_roles(source, subject => ...).");
  }
  Json parameters = release.parameters;
  parameters.add("subject", subject);
  release.set_parameters(std::move(parameters));
}

// Sets the source. Its attributes must have the names that they were published with.
void add_source(Oid relation, Release& release) {
  const Source source = open_source(relation);
  release.source = relation;
  for (ReleaseAttribute& attribute : release.attributes) {
    if (source.find(attribute.name) == nullptr) {
      throw Error(ERRCODE_UNDEFINED_COLUMN, "column " + in_quotes(attribute.name) +
                                                " of relation " + in_quotes(source.name) +
                                                " does not exist")
          .detail("The release has an attribute of the name.");
    }
    attribute.source_name = attribute.name;
  }
  if (is_of_subjects(release)) add_subject(source, release);
}

}  // namespace

void refuse_view(const Source& relation) {
  if (relation.kind != RELKIND_VIEW) return;
  throw Error(ERRCODE_WRONG_OBJECT_TYPE, in_quotes(relation.name) + " is a view")
      .detail("A view can show other rows to readers than to verify_release().")
      .hint("Register a table or a materialized view that has the rows.");
}

Release described_release(Oid relation, std::optional<Oid> source, const Json& description) {
  if (!description.is_object()) refuse("It is no object.");
  if (required(description, "format", "string").text() != "pg_microdata")
    refuse("Its format is another.");
  if (number_within(required(description, "version", "number"), "version", most_integer, true) !=
      1) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "the description is of a version that is not known")
        .detail("Version 1 is.");
  }
  Release release;
  if (source) release.source_rows = rows_of_source(*source);
  release.method = required_name(description, "method");
  if (!is_method(release.method)) refuse("Method " + in_quotes(release.method) + " is not known.");
  std::vector<DescribedTable> tables = read_tables(description);
  release.published_rows = rows_of(description, "rows");
  release.buckets = rows_of(description, "buckets");
  release.suppressed_rows = rows_of(description, "suppressed_rows").value_or(0);
  release.set_parameters(read_parameters(description, tables));
  find_tables(tables, relation);
  std::vector<DescribedColumn> others;
  for (DescribedTable& table : tables) {
    check_table(table);
    others.insert(others.end(), table.others.begin(), table.others.end());
    release.relations.push_back(table.relation);
    for (const DescribedAttribute& one : table.attributes)
      release.attributes.push_back(one.attribute);
  }
  (void)method_of(release);
  check_described(release, others);
  if (source) add_source(*source, release);
  return release;
}

}  // namespace microdata::postgres
