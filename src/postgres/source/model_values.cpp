#include "postgres/source/model_values.hpp"

#include <algorithm>
#include <variant>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// Numbers, dates and times, booleans, and enums: text has an order too, but no meaning of nearness.
bool has_distance(const AttributeType& type) {
  return type.projection != Projection::none || type.base == BOOLOID ||
         guarded([&] { return get_typtype(type.base) == TYPTYPE_ENUM; });
}

void check_closeness(const TCloseness& model, const Attribute& attribute,
                     const AttributeType& type) {
  if (model.distance == TCloseness::Distance::ordered && !has_distance(type)) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "the ordered distance does not suit attribute " +
                                                     in_quotes(attribute.name) + " of type " +
                                                     type_name(type))
        .hint(
            "It is for numbers, dates and times, booleans and enums; use the distance 'equal' or "
            "'hierarchical'.");
  }
  if (model.distance == TCloseness::Distance::hierarchical && !attribute.hierarchy) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "attribute " + in_quotes(attribute.name) +
                    " has no hierarchy for t_closeness to measure distances on")
        .hint("Declare one with declare_hierarchy().");
  }
}

}  // namespace

std::map<std::string, Code> named_values(const std::vector<PrivacyModel>& models,
                                         const Dictionary& dictionary) {
  std::map<std::string, Code> result;
  for (const PrivacyModel& model : models) {
    const auto* alpha = std::get_if<AlphaKAnonymity>(&model);
    if (alpha == nullptr || !alpha->value) continue;
    for (Code code = 0; code < dictionary.distinct(); ++code) {
      if (dictionary.is_null(code) || dictionary.text(code) != *alpha->value) continue;
      result[*alpha->value] = code;
      break;
    }
  }
  return result;
}

bool need_hierarchies(const std::vector<PrivacyModel>& models) {
  return std::any_of(models.begin(), models.end(), [](const PrivacyModel& model) {
    const auto* closeness = std::get_if<TCloseness>(&model);
    return closeness != nullptr && closeness->distance == TCloseness::Distance::hierarchical;
  });
}

void prepare_for_models(const std::vector<PrivacyModel>& models, Table& table) {
  std::map<std::string, bool> found;
  for (const PrivacyModel& model : models) {
    const auto* alpha = std::get_if<AlphaKAnonymity>(&model);
    if (alpha != nullptr && alpha->value) found.emplace(*alpha->value, false);
  }
  for (std::size_t a = 0; a < table.data.attributes.size(); ++a) {
    Attribute& attribute = table.data.attributes[a];
    if (attribute.role != Role::sensitive) continue;
    attribute.named_values = named_values(models, table.dictionaries[a]);
    for (const auto& [text, code] : attribute.named_values)
      found[text] = true;
    for (const PrivacyModel& model : models) {
      if (const auto* closeness = std::get_if<TCloseness>(&model)) {
        check_closeness(*closeness, attribute, table.dictionaries[a].type());
      }
    }
  }
  for (const auto& [text, occurs] : found) {
    if (occurs) continue;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "alpha_k_anonymity names the value " +
                                                     in_quotes(text) +
                                                     ", which no sensitive attribute has");
  }
}

}  // namespace microdata::postgres
