#include "postgres/inspection/publishing_call.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "postgres/server/error.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

bool contains_name(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void add_roles(const Release& release, const Source& source, JsonObject& arguments) {
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
    arguments.add(argument, json_array(names));
  }
  // Without a subject a row is a person, whatever is declared by now.
  std::vector<std::string> subject;
  for (const SubjectAttribute& attribute : release.subject) {
    if (attribute.gone) {
      throw Error(ERRCODE_UNDEFINED_COLUMN, "attribute " + in_quotes(attribute.name) +
                                                " of the subject is gone from " +
                                                in_quotes(source.name))
          .hint("Without it nothing tells persons apart as when the release was made.");
    }
    subject.push_back(attribute.name);
  }
  arguments.add("subject", json_array(subject));
  std::vector<std::string> identifiers;
  for (const SourceColumn& column : source.columns) {
    if (!contains_name(published, column.name) && !contains_name(subject, column.name))
      identifiers.push_back(column.name);
  }
  arguments.add("identifiers", json_array(identifiers));
}

}  // namespace

std::string json_array(const std::vector<std::string>& texts) {
  std::vector<std::string> elements;
  for (const std::string& text : texts)
    elements.push_back(json_string(text));
  return "[" + join(elements) + "]";
}

const std::string& name_in_source(const ReleaseAttribute& attribute, const Release& release) {
  if (!attribute.source_name.empty()) return attribute.source_name;
  throw Error(ERRCODE_UNDEFINED_COLUMN,
              "the source of attribute " + in_quotes(attribute.name) + " is gone")
      .detail("Relation " + in_quotes(relation_name(*release.source)) +
              " no longer has the column.");
}

bool has_number(const Release& release, const char* key) {
  return release_parameter(release, key).has_value();
}

std::string arguments_of_release(const Release& release, const PublishingCall& call) {
  JsonObject arguments;
  add_roles(release, open_source(*release.source), arguments);
  if (call.add_arguments != nullptr) call.add_arguments(release, arguments);
  const std::size_t implied = call.implied_models == nullptr ? 0 : call.implied_models(release);
  // What was asked for stands among the parameters by the names of the arguments, beside what came
  // of it; of regions, how many came of it.
  return *query(
              "SELECT pg_catalog.jsonb_object_agg(e.key, CASE e.key WHEN 'privacy' "
              "THEN (SELECT COALESCE(pg_catalog.jsonb_agg(m.model ORDER BY m.position), '[]') "
              "FROM pg_catalog.jsonb_array_elements(e.value) WITH ORDINALITY m (model, position) "
              "WHERE m.position > $4::pg_catalog.int8) WHEN 'regions' "
              "THEN pg_catalog.to_jsonb(pg_catalog.jsonb_array_length(e.value -> 'source_rows')) "
              "ELSE e.value END) "
              "FROM pg_catalog.jsonb_each($1::pg_catalog.jsonb || $2::pg_catalog.jsonb) e "
              "WHERE e.value <> 'null' AND e.key <> ALL ('{source,target,replace,seed}') "
              "AND e.key = ANY (SELECT pg_catalog.unnest(p.proargnames[1:p.pronargs]) "
              "FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_depend d ON d.objid = p.oid "
              "AND d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.deptype = 'e' "
              "JOIN pg_catalog.pg_extension x ON x.oid = d.refobjid AND x.extname = "
              "'pg_microdata' WHERE p.proname = $3)",
              {release.parameters.str(), arguments.str(), call.function, std::to_string(implied)})
              .front()
              .front();
}

}  // namespace microdata::postgres
