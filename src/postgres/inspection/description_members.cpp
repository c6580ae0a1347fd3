#include "postgres/inspection/description_members.hpp"

#include <array>
#include <cmath>
#include <string>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

void refuse(const std::string& why) {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "description is none of a release")
      .detail(why)
      .hint("It is what release_description() returns.");
}

const Json& required(const Json& object, const char* key, const char* type) {
  const Json& found = object[key];
  if (found.is_null() || found.type() != std::string(type))
    refuse(in_quotes(key) + " is missing, or no " + type + ".");
  return found;
}

std::string required_name(const Json& object, const char* key) {
  std::string name = *required(object, key, "string").text();
  if (name.empty() || name.size() >= NAMEDATALEN) refuse(in_quotes(key) + " is no name.");
  return name;
}

const Json::Array& required_elements(const Json& object, const char* key, const char* type) {
  const Json::Array& elements = required(object, key, "array").elements();
  for (const Json& element : elements) {
    if (element.type() != std::string(type))
      refuse(in_quotes(key) + " has an element that is no " + type + ".");
  }
  return elements;
}

double number_within(const Json& value, const std::string& key, double most, bool whole) {
  const double number = value.is_number() ? value.number() : std::nan("");
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

void check_parameter(const Json& value, const DescribedParameter& parameter) {
  const std::string key = parameter.key;
  switch (parameter.kind) {
    case ParameterKind::number:
      number_within(value, key, most_rows, false);
      return;
    case ParameterKind::integer:
      number_within(value, key, most_integer, true);
      return;
    case ParameterKind::boolean:
      if (!value.is_boolean()) refuse(in_quotes(key) + " is no boolean.");
      return;
    case ParameterKind::text:
      break;
  }
  const std::string text = value.text().value_or("");
  if (!value.is_string() || text.empty() || text.size() >= NAMEDATALEN)
    refuse(in_quotes(key) + " is no name.");
}

void check_values(const Json& values, const std::string& label) {
  for (const Json& value : values.elements()) {
    if (!value.is_string() && !value.is_null())
      refuse("Label " + in_quotes(label) + " stands for what is no text.");
  }
}

void check_label(const Json& meaning, const std::string& label) {
  if (meaning.is_array()) return check_values(meaning, label);
  if (!meaning.is_object()) refuse("Label " + in_quotes(label) + " stands for nothing.");
  if (const Json& others = meaning["others"]; !others.is_null()) {
    check_values(required(meaning, "values", "array"), label);
    number_within(others, "others", most_integer, true);
    return;
  }
  if (!meaning["values"].is_null()) refuse("Label " + in_quotes(label) + " has no \"others\".");
  for (const char* key : {"from", "to"}) {
    const Json& bound = meaning[key];
    if (!bound.is_null() && !(bound.is_number() && std::isfinite(bound.number())))
      refuse(std::string(key) + " of label " + in_quotes(label) + " is no number.");
  }
  if (!meaning["prefix"].is_null()) {
    required(meaning, "prefix", "string");
    constexpr double longest = 1000;
    number_within(required(meaning, "masked", "number"), "masked", longest, true);
  }
}

}  // namespace

std::span<const DescribedParameter> described_parameters() {
  return parameters_read;
}

void check_labels(const Json& labels) {
  if (!labels.is_object()) refuse("\"labels\" is no object.");
  for (const auto& [label, meaning] : labels.members())
    check_label(meaning, label);
}

void check_parameters(const Json& parameters) {
  for (const DescribedParameter& parameter : parameters_read) {
    if (const Json& value = parameters[parameter.key]; !value.is_null())
      check_parameter(value, parameter);
  }
  const Json& labels = parameters["labels"];
  if (labels.is_null()) return;
  if (!labels.is_object()) refuse("\"labels\" is no object.");
  for (const auto& [attribute, of_attribute] : labels.members())
    check_labels(of_attribute);
}

}  // namespace microdata::postgres
