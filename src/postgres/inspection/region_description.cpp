#include "postgres/inspection/region_description.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "core/privacy/privacy_model.hpp"
#include "postgres/server/error.hpp"
#include "postgres/server/json_object.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/role_name.hpp"

namespace microdata::postgres {

namespace {

constexpr std::array over_parts_names{
    std::pair{"lowest", OverParts::lowest}, std::pair{"highest", OverParts::highest},
    std::pair{"farthest", OverParts::farthest}, std::pair{"sum", OverParts::sum}};

const char* name_of(OverParts over_parts) {
  const auto* const found =
      std::find_if(over_parts_names.begin(), over_parts_names.end(),
                   [&](const auto& named) { return named.second == over_parts; });
  return found->first;
}

OverParts over_parts_named(const std::string& name) {
  const auto* const found = std::find_if(over_parts_names.begin(), over_parts_names.end(),
                                         [&](const auto& named) { return name == named.first; });
  if (found == over_parts_names.end())
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "no way to add up figures: " + in_quotes(name));
  return found->second;
}

Role role_named(const std::string& name) {
  const std::optional<Role> role = role_from_name(name);
  if (!role) throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "no role: " + in_quotes(name));
  return *role;
}

// JSON has no infinite numbers.
void add_number(JsonObject& json, const char* name, const std::optional<double>& number) {
  if (number) json.add_text(name, microdata::to_string(*number));
}

std::optional<double> number_from(const std::optional<std::string>& text) {
  return text ? std::optional(to_number(*text)) : std::nullopt;
}

// What must be there.
const std::string& required(const std::optional<std::string>& text) {
  if (!text) throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "a description lacks a member");
  return *text;
}

std::string parameters_but_for(const std::string& parameters,
                               const std::vector<std::string>& names) {
  std::vector<std::string> texts;
  std::transform(names.begin(), names.end(), std::back_inserter(texts), json_string);
  return required(query("SELECT $1::pg_catalog.jsonb OPERATOR(pg_catalog.-) ARRAY(SELECT "
                        "pg_catalog.jsonb_array_elements_text($2::pg_catalog.jsonb))",
                        {parameters, "[" + join(texts) + "]"})
                      .front()
                      .front());
}

std::string attribute_json(const ReleaseAttribute& attribute, const std::vector<Oid>& relations) {
  const auto place = std::find(relations.begin(), relations.end(), attribute.relation);
  JsonObject json;
  json.add("relation", std::to_string(place - relations.begin()));
  json.add("column", std::to_string(attribute.column));
  json.add_text("name", attribute.name);
  json.add_text("role", role_name(attribute.role));
  json.add("generalized", attribute.generalized ? "true" : "false");
  json.add_text("source_name", attribute.source_name);
  return json.str();
}

std::string finding_json(const Finding& finding) {
  JsonObject json;
  json.add_text("requirement", finding.requirement);
  add_number(json, "bound", finding.bound);
  add_number(json, "achieved", finding.achieved);
  if (finding.holds) json.add("holds", *finding.holds ? "true" : "false");
  if (finding.worst_case) json.add_text("worst_case", *finding.worst_case);
  json.add_text("over_parts", name_of(finding.over_parts));
  return json.str();
}

}  // namespace

std::string release_description(const Release& release, const std::vector<Oid>& relations,
                                const std::vector<std::string>& but_for,
                                const std::vector<std::int64_t>& suppressed) {
  std::vector<std::string> attributes;
  std::transform(
      release.attributes.begin(), release.attributes.end(), std::back_inserter(attributes),
      [&](const ReleaseAttribute& attribute) { return attribute_json(attribute, relations); });
  std::vector<std::string> numbers;
  std::transform(suppressed.begin(), suppressed.end(), std::back_inserter(numbers),
                 [](std::int64_t rows) { return std::to_string(rows); });
  JsonObject json;
  json.add_text("method", release.method);
  json.add("parameters", parameters_but_for(release.parameters.str(), but_for));
  json.add("suppressed", "[" + join(numbers) + "]");
  json.add("attributes", "[" + join(attributes) + "]");
  return json.str();
}

Release described_release(const std::string& json, const std::vector<Oid>& released,
                          const std::optional<Oid>& source, std::uint32_t region) {
  const ResultRow row = query(
                            "SELECT d.o ->> 'method', d.o -> 'parameters', "
                            "(d.o -> 'suppressed' ->> $2::pg_catalog.int4)::pg_catalog.int8 "
                            "FROM (SELECT $1::pg_catalog.jsonb) d (o)",
                            {json, std::to_string(region)})
                            .front();
  Release release;
  release.method = required(row[0]);
  release.source = source;
  release.relations = released;
  release.parameters = Json::parse(required(row[1]));
  release.suppressed_rows = std::stoll(required(row[2]));
  for (const ResultRow& a :
       query("SELECT a.\"column\", a.name, a.role, a.generalized, a.source_name, a.relation FROM "
             "ROWS FROM "
             "(pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb -> 'attributes') AS "
             "(\"column\" pg_catalog.int4, name pg_catalog.text, role pg_catalog.text, "
             "generalized pg_catalog.bool, source_name pg_catalog.text, relation "
             "pg_catalog.int4)) WITH ORDINALITY a "
             "ORDER BY a.ordinality",
             {json})) {
    const std::size_t relation = a[5] ? std::stoul(*a[5]) : 0;
    if (relation >= released.size())
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "an attribute is in none of the relations");
    release.attributes.push_back({released[relation], std::stoi(required(a[0])), required(a[1]),
                                  role_named(required(a[2])), required(a[3]) == "t",
                                  required(a[4])});
  }
  return release;
}

std::string findings_json(const std::vector<Finding>& findings) {
  std::vector<std::string> texts;
  std::transform(findings.begin(), findings.end(), std::back_inserter(texts), finding_json);
  return "[" + join(texts) + "]";
}

std::vector<Finding> described_findings(const std::string& json) {
  std::vector<Finding> findings;
  for (const ResultRow& row :
       query("SELECT f.requirement, f.bound, f.achieved, f.holds, f.worst_case, f.over_parts FROM "
             "ROWS FROM (pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) AS "
             "(requirement pg_catalog.text, bound pg_catalog.text, achieved pg_catalog.text, "
             "holds pg_catalog.bool, worst_case pg_catalog.text, over_parts pg_catalog.text)) "
             "WITH ORDINALITY f ORDER BY f.ordinality",
             {json})) {
    Finding finding{required(row[0]),
                    number_from(row[1]),
                    number_from(row[2]),
                    std::nullopt,
                    row[4],
                    over_parts_named(required(row[5]))};
    if (row[3]) finding.holds = *row[3] == "t";
    findings.push_back(std::move(finding));
  }
  return findings;
}

std::string figures_json(const DisclosureFigures& figures) {
  JsonObject json;
  json.add("tuples", std::to_string(figures.tuples));
  add_number(json, "max_probability", figures.max_probability);
  add_number(json, "mean_probability", figures.mean_probability);
  add_number(json, "max_paper_probability", figures.max_paper_probability);
  return json.str();
}

DisclosureFigures described_figures(const std::string& json) {
  const ResultRow row =
      query(
          "SELECT f.tuples, f.max_probability, f.mean_probability, f.max_paper_probability FROM "
          "pg_catalog.jsonb_to_record($1::pg_catalog.jsonb) AS f (tuples pg_catalog.int8, "
          "max_probability pg_catalog.text, mean_probability pg_catalog.text, "
          "max_paper_probability pg_catalog.text)",
          {json})
          .front();
  return {static_cast<std::size_t>(std::stoull(required(row[0]))), to_number(required(row[1])),
          to_number(required(row[2])), number_from(row[3])};
}

}  // namespace microdata::postgres
