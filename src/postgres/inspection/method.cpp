#include "postgres/inspection/method.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "postgres/catalog/declared_roles.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

void fail_missing(const Missing& missing, Oid relation) {
  const std::string subject =
      missing.of_relation ? in_quotes(relation_name(relation)) + " " : std::string();
  Error error = Error(missing.sqlstate, subject + missing.message).hint(missing.hint);
  if (missing.detail != nullptr) throw std::move(error).detail(missing.detail);
  throw error;
}

namespace {

bool contains_name(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void add_roles(const Release& release, const Source& source, Json& arguments) {
  const std::map<Role, const char*> argument_of{{Role::sensitive, "sensitive"},
                                                {Role::insensitive, "insensitive"},
                                                {Role::quasi_identifier, "quasi_identifiers"}};
  std::vector<std::string> published;
  for (const auto& [role, argument] : argument_of) {
    std::vector<std::string> names;
    for (const ReleaseAttribute& attribute : release.attributes) {
      const std::string& name = name_in_source(attribute, release);
      if (attribute.role == role && !contains_name(names, name)) names.push_back(name);
    }
    published.insert(published.end(), names.begin(), names.end());
    arguments.add(argument, names);
  }
  // If a release has no subject, each row is a person, even if a subject was declared since.
  std::vector<std::string> subject;
  for (const SubjectAttribute& attribute : release.subject) {
    if (attribute.gone) {
      throw Error(ERRCODE_UNDEFINED_COLUMN, "attribute " + in_quotes(attribute.name) +
                                                " of the subject is gone from " +
                                                in_quotes(source.name))
          .hint("It told persons apart when the release was made.");
    }
    subject.push_back(attribute.name);
  }
  arguments.add("subject", subject);
  std::vector<std::string> identifiers;
  for (const SourceColumn& column : source.columns) {
    if (!contains_name(published, column.name) && !contains_name(subject, column.name))
      identifiers.push_back(column.name);
  }
  arguments.add("identifiers", identifiers);
}

// Adds the harmless values, and that an attribute had none if it has declared ones since.
void add_harmless(const Release& release, Json& arguments) {
  Json harmless = Json::object();
  for (const DeclaredRole& declared : declared_roles(*release.source)) {
    if (!declared.harmless.empty()) harmless.set(declared.attribute, Json::array());
  }
  Json of_release = Json::object();
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.role != Role::sensitive) continue;
    const Json& values = release.parameters["harmless"][attribute.name];
    const std::string& name = name_in_source(attribute, release);
    if (values.is_array() || harmless.contains(name))
      of_release.set(name, values.is_array() ? values : Json::array());
  }
  if (!of_release.members().empty()) arguments.add("harmless", std::move(of_release));
}

}  // namespace

const std::string& name_in_source(const ReleaseAttribute& attribute, const Release& release) {
  if (!attribute.source_name.empty()) return attribute.source_name;
  throw Error(ERRCODE_UNDEFINED_COLUMN,
              "the source of attribute " + in_quotes(attribute.name) + " is gone")
      .detail("Relation " + in_quotes(relation_name(*release.source)) +
              " no longer has the column.");
}

bool has_number(const Release& release, const char* key) {
  return !release.parameters[key].is_null();
}

Json arguments_of_release(const Release& release, const PublishingCall& call) {
  Json given = Json::object();
  add_roles(release, open_source(*release.source), given);
  add_harmless(release, given);
  if (call.add_arguments != nullptr) call.add_arguments(release, given);
  const std::size_t implied = call.implied_models == nullptr ? 0 : call.implied_models(release);
  // The parameters have the values that the caller gave under the names of the arguments, beside
  // results. For regions they have the regions that were made, whose number is the argument.
  Json arguments = Json::object();
  for (const ResultRow& row :
       query("SELECT a.name FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_depend d "
             "ON d.objid = p.oid "
             "AND d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.deptype = 'e' "
             "JOIN pg_catalog.pg_extension x ON x.oid = d.refobjid AND x.extname = "
             "'pg_microdata' CROSS JOIN LATERAL "
             "pg_catalog.unnest(p.proargnames[1:p.pronargs]) a (name) WHERE p.proname = $1 "
             "AND a.name <> ALL ('{source,target,replace,seed}')",
             {call.function})) {
    const std::string& name = *row[0];
    const Json& value = given.contains(name) ? given[name] : release.parameters[name];
    if (value.is_null()) continue;
    if (name == "privacy") {
      Json models = Json::array();
      for (std::size_t i = implied; i < value.elements().size(); ++i)
        models.push_back(value.elements()[i]);
      arguments.set(name, std::move(models));
    } else if (name == "regions") {
      arguments.set(name, value["source_rows"].elements().size());
    } else {
      arguments.set(name, value);
    }
  }
  return arguments;
}

}  // namespace microdata::postgres
