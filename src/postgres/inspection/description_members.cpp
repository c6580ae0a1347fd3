#include "postgres/inspection/description_members.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "postgres/server/error.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

void refuse(const std::string& why) {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "description is none of a release")
      .detail(why)
      .hint("It is what release_description() returns.");
}

std::optional<Member> member(const std::string& object, const std::string& key) {
  const ResultRow row =
      query(
          "SELECT pg_catalog.jsonb_typeof(m.v), m.v #>> '{}', m.v::pg_catalog.text "
          "FROM (SELECT $1::pg_catalog.jsonb -> $2) m (v)",
          {object, key})
          .front();
  if (!row[0] || *row[0] == "null") return std::nullopt;
  return Member{*row[0], row[1].value_or(""), *row[2]};
}

Member required(const std::string& object, const std::string& key, const char* type) {
  std::optional<Member> found = member(object, key);
  if (!found || found->type != type) refuse(in_quotes(key) + " is missing, or no " + type + ".");
  return std::move(*found);
}

std::string required_name(const std::string& object, const std::string& key) {
  std::string name = required(object, key, "string").text;
  if (name.empty() || name.size() >= NAMEDATALEN) refuse(in_quotes(key) + " is no name.");
  return name;
}

std::vector<std::string> elements(const std::string& array, const char* type,
                                  const std::string& what) {
  std::vector<std::string> result;
  for (const ResultRow& row :
       query("SELECT pg_catalog.jsonb_typeof(e.value), CASE $2 WHEN 'string' THEN e.value #>> '{}' "
             "ELSE e.value::pg_catalog.text END FROM pg_catalog.jsonb_array_elements("
             "$1::pg_catalog.jsonb) e (value)",
             {array, type})) {
    if (row[0] != type) refuse(in_quotes(what) + " has an element that is no " + type + ".");
    result.push_back(*row[1]);
  }
  return result;
}

double number_within(const Member& value, const std::string& key, double most, bool whole) {
  const double number = value.type == "number" ? to_number(value.text) : std::nan("");
  if (!(number >= 0 && number <= most) || (whole && number != std::floor(number)))
    refuse(in_quotes(key) + " is out of range.");
  return number;
}

namespace {

constexpr std::array<DescribedParameter, 30> parameters_read{
    {{"l", ParameterKind::number},
     {"delta", ParameterKind::number},
     {"mean_bucket", ParameterKind::number},
     {"k", ParameterKind::integer},
     {"k_scope", ParameterKind::text},
     {"columns", ParameterKind::integer},
     {"fragments", ParameterKind::integer},
     {"rows_per_person", ParameterKind::integer},
     {"person_columns", ParameterKind::integer},
     {"value_sets", ParameterKind::boolean},
     {"row_sets", ParameterKind::boolean},
     {"cohorts", ParameterKind::boolean},
     {"class", ParameterKind::text},
     {"method", ParameterKind::text},
     {"algorithm", ParameterKind::text},
     {"recoding", ParameterKind::text},
     {"strict", ParameterKind::boolean},
     {"cuts", ParameterKind::text},
     {"diversity_check", ParameterKind::text},
     {"format", ParameterKind::text},
     {"bucket_column", ParameterKind::text},
     {"member_column", ParameterKind::text},
     {"weight_column", ParameterKind::text},
     {"count_column", ParameterKind::text},
     {"infeasible", ParameterKind::text},
     {"series", ParameterKind::text},
     {"edition", ParameterKind::integer},
     {"m", ParameterKind::integer},
     {"counterfeits", ParameterKind::integer},
     {"valueless", ParameterKind::integer}}};

void check_parameter(const Member& value, const DescribedParameter& parameter) {
  const std::string key = parameter.key;
  switch (parameter.kind) {
    case ParameterKind::number:
      number_within(value, key, most_rows, false);
      return;
    case ParameterKind::integer:
      number_within(value, key, most_integer, true);
      return;
    case ParameterKind::boolean:
      if (value.type != "boolean") refuse(in_quotes(key) + " is no boolean.");
      return;
    case ParameterKind::text:
      break;
  }
  if (value.type != "string" || value.text.empty() || value.text.size() >= NAMEDATALEN)
    refuse(in_quotes(key) + " is no name.");
}

void check_values(const std::string& array, const std::string& label) {
  for (const ResultRow& row : query("SELECT pg_catalog.jsonb_typeof(e) FROM "
                                    "pg_catalog.jsonb_array_elements($1::pg_catalog.jsonb) e",
                                    {array})) {
    if (row[0] != "string" && row[0] != "null")
      refuse("Label " + in_quotes(label) + " stands for what is no text.");
  }
}

void check_label(const std::string& json, const std::string& label) {
  const std::string type = member("{\"l\": " + json + "}", "l").value_or(Member{}).type;
  if (type == "array") return check_values(json, label);
  if (type != "object") refuse("Label " + in_quotes(label) + " stands for nothing.");
  if (const auto others = member(json, "others")) {
    check_values(required(json, "values", "array").json, label);
    number_within(*others, "others", most_integer, true);
    return;
  }
  if (member(json, "values")) refuse("Label " + in_quotes(label) + " has no \"others\".");
  for (const char* bound : {"from", "to"}) {
    if (const auto found = member(json, bound)) {
      if (found->type != "number" || !std::isfinite(to_number(found->text)))
        refuse(std::string(bound) + " of label " + in_quotes(label) + " is no number.");
    }
  }
  if (member(json, "prefix")) {
    required(json, "prefix", "string");
    constexpr double longest = 1000;
    number_within(required(json, "masked", "number"), "masked", longest, true);
  }
}

// Returns the value of each key of an object, as a member.
std::vector<std::pair<std::string, Member>> members_by_key(const std::string& object) {
  std::vector<std::pair<std::string, Member>> members;
  for (const ResultRow& row :
       query("SELECT e.key, pg_catalog.jsonb_typeof(e.value), e.value #>> '{}', "
             "e.value::pg_catalog.text FROM pg_catalog.jsonb_each($1::pg_catalog.jsonb) e",
             {object})) {
    members.emplace_back(*row[0], Member{*row[1], row[2].value_or(""), *row[3]});
  }
  return members;
}

}  // namespace

std::span<const DescribedParameter> described_parameters() {
  return parameters_read;
}

void check_labels(const Member& labels) {
  if (labels.type != "object") refuse("\"labels\" is no object.");
  for (const auto& [label, meaning] : members_by_key(labels.json))
    check_label(meaning.json, label);
}

void check_parameters(const std::string& parameters) {
  for (const DescribedParameter& parameter : parameters_read) {
    if (const auto value = member(parameters, parameter.key)) check_parameter(*value, parameter);
  }
  const std::optional<Member> labels = member(parameters, "labels");
  if (!labels) return;
  if (labels->type != "object") refuse("\"labels\" is no object.");
  for (const auto& [attribute, of_attribute] : members_by_key(labels->json))
    check_labels(of_attribute);
}

}  // namespace microdata::postgres
