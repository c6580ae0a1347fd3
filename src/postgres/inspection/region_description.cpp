#include "postgres/inspection/region_description.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "core/privacy/privacy_model.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

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

// A number is a text, as JSON has no infinite ones.
void add_number(Json& json, const char* name, const std::optional<double>& number) {
  if (number) json.add(name, microdata::to_string(*number));
}

std::optional<double> number_from(const Json& number) {
  return number.is_null() ? std::nullopt : std::optional(number.number());
}

void require_member(bool is_there) {
  if (!is_there) throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "a description lacks a member");
}

const Json& required(const Json& member) {
  require_member(!member.is_null());
  return member;
}

std::string required_text(const Json& member) {
  return *required(member).text();
}

bool required_boolean(const Json& member) {
  require_member(member.is_boolean());
  return member.is_true();
}

const Json::Array& array_of(const Json& member) {
  require_member(member.is_array());
  return member.elements();
}

Json finding_json(const Finding& finding) {
  Json json = Json::object();
  json.add("requirement", finding.requirement);
  add_number(json, "bound", finding.bound);
  add_number(json, "achieved", finding.achieved);
  if (finding.holds) json.add("holds", *finding.holds);
  if (!finding.worst_case.is_null()) json.add("worst_case", finding.worst_case);
  return json.add("over_parts", name_of(finding.over_parts));
}

Finding described_finding(const Json& json) {
  Finding finding{required_text(json["requirement"]),
                  number_from(json["bound"]),
                  number_from(json["achieved"]),
                  std::nullopt,
                  json["worst_case"],
                  over_parts_named(required_text(json["over_parts"]))};
  require_member(finding.worst_case.is_null() || finding.worst_case.is_object());
  if (!json["holds"].is_null()) finding.holds = required_boolean(json["holds"]);
  return finding;
}

}  // namespace

Json release_description(const Release& release, const std::vector<Oid>& relations,
                         const std::vector<std::string>& but_for,
                         const std::vector<std::int64_t>& suppressed) {
  Json parameters = release.parameters;
  for (const std::string& name : but_for)
    parameters.remove(name);
  const auto attribute_json = [&](const ReleaseAttribute& attribute) {
    const auto place = std::find(relations.begin(), relations.end(), attribute.relation);
    return Json::object()
        .add("relation", place - relations.begin())
        .add("column", attribute.column)
        .add("name", attribute.name)
        .add("role", role_name(attribute.role))
        .add("generalized", attribute.generalized)
        .add("source_name", attribute.source_name);
  };
  return Json::object()
      .add("method", release.method)
      .add("parameters", std::move(parameters))
      .add("suppressed", suppressed)
      .add("attributes", json_array(release.attributes, attribute_json));
}

Release described_release(const Json& json, const std::vector<Oid>& released,
                          const std::optional<Oid>& source, std::uint32_t region) {
  Release release;
  release.method = required_text(json["method"]);
  release.source = source;
  release.relations = released;
  release.set_parameters(required(json["parameters"]));
  require_member(release.parameters.is_object());
  const Json::Array& suppressed = array_of(json["suppressed"]);
  require_member(region < suppressed.size());
  release.suppressed_rows = required(suppressed[region]).integer();
  for (const Json& a :
       json["attributes"].is_null() ? Json::Array() : array_of(json["attributes"])) {
    const std::int64_t relation = a["relation"].is_null() ? 0 : a["relation"].integer();
    if (relation < 0 || static_cast<std::uint64_t>(relation) >= released.size())
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "an attribute is in none of the relations");
    const std::int64_t column = required(a["column"]).integer();
    require_member(std::in_range<int>(column));
    release.attributes.push_back(
        {released[static_cast<std::size_t>(relation)], static_cast<int>(column),
         required_text(a["name"]), role_named(required_text(a["role"])),
         required_boolean(a["generalized"]), required_text(a["source_name"])});
  }
  return release;
}

Json findings_json(const std::vector<Finding>& findings) {
  return json_array(findings, finding_json);
}

std::vector<Finding> described_findings(const Json& json) {
  std::vector<Finding> findings;
  std::transform(array_of(json).begin(), array_of(json).end(), std::back_inserter(findings),
                 described_finding);
  return findings;
}

Json figures_json(const DisclosureFigures& figures) {
  Json json = Json::object();
  json.add("tuples", figures.tuples);
  add_number(json, "max_probability", figures.max_probability);
  add_number(json, "mean_probability", figures.mean_probability);
  add_number(json, "max_paper_probability", figures.max_paper_probability);
  return json;
}

DisclosureFigures described_figures(const Json& json) {
  return {static_cast<std::size_t>(required(json["tuples"]).integer()),
          required(json["max_probability"]).number(), required(json["mean_probability"]).number(),
          number_from(json["max_paper_probability"])};
}

}  // namespace microdata::postgres
