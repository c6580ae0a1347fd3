#include "postgres/inspection/label_meanings.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <variant>

#include "core/privacy/privacy_model.hpp"
#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/published_meaning.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

// What readers of an attribute may know of the values under its labels: all, or those that it shows
// itself.
struct Nameable {
  bool all = false;
  std::set<std::string> shown;

  bool has(const std::string& value) const { return all || shown.contains(value); }
};

// Values that are not to be named are counted: an estimate needs to know among how many a label
// divides.
Json json_of_values(const std::vector<Element>& elements, const Dictionary& values,
                    const Nameable& nameable, const Progress& progress) {
  Json named = Json::array();
  std::size_t others = 0;
  for (std::size_t e = 0; e < elements.size(); ++e) {
    progress.checkpoint_at(e);
    if (values.is_null(elements[e].value)) {
      named.push_back({});
    } else if (std::string text = values.text(elements[e].value); nameable.has(text)) {
      named.push_back(std::move(text));
    } else {
      ++others;
    }
  }
  if (others == 0) return named;
  return Json::object().add("values", std::move(named)).add("others", others);
}

Json json_of_bound(double bound) {
  return std::isfinite(bound) ? Json(bound) : Json();
}

Json json_of_range(const ValueRange& range, bool whole) {
  Json json = Json::object();
  json.add("from", json_of_bound(range.low)).add("to", json_of_bound(range.high));
  if (whole) json.add("whole", true);
  return json;
}

// Ranges of dates and times have labels that say which: null.
Json json_of(const LabelMeaning& label, const AttributeMeaning& meaning, const Nameable& nameable,
             const Progress& progress) {
  if (const auto* elements = std::get_if<std::vector<Element>>(&label))
    return json_of_values(*elements, meaning.values.front(), nameable, progress);
  if (const auto* range = std::get_if<ValueRange>(&label)) {
    return is_of_numbers(meaning.type.projection) ? json_of_range(*range, meaning.whole) : Json();
  }
  if (const auto* masked = std::get_if<MaskedText>(&label))
    return Json::object().add("prefix", masked->prefix).add("masked", masked->masked);
  return {};
}

// The values of a hierarchy that was read from a table are for whoever may use it; a description
// travels to anybody.
bool values_are_public(const Release& release, const std::string& attribute) {
  const Recoded recoded = how_recoded(release, attribute);
  if (!recoded.hierarchy) return true;
  const std::optional<HierarchyRecord> hierarchy = find_hierarchy(*recoded.hierarchy);
  return !hierarchy || hierarchy->kind != HierarchyKind::table || is_public(*hierarchy);
}

}  // namespace

Json describe_labels(const Release& release, const ReleaseAttribute& attribute,
                     const Progress& progress) {
  const Source relation = open_source(attribute.relation);
  Dictionary published(require_column(relation, attribute.name).type);
  std::vector<std::vector<Code>> codes =
      read_columns(relation.relation, std::vector<std::string>{attribute.name},
                   std::vector<Dictionary*>{&published});
  published.finish(progress);
  const PlainText settings;
  std::vector<std::optional<std::string>> labels;
  Nameable nameable{values_are_public(release, attribute.name), {}};
  for (Code label = 0; label < published.distinct(); ++label) {
    progress.checkpoint_at(label);
    labels.emplace_back();
    if (published.is_null(label)) continue;
    labels.back() = published.text(label);
    nameable.shown.insert(*labels.back());
  }
  Json json = Json::object();
  // Labels that a release was registered with are described as they came.
  if (const Json& registered = composed_parameter(release, "labels")[attribute.name];
      !registered.members().empty()) {
    for (const JsonMember& label : registered.members()) {
      if (nameable.shown.contains(label.key)) json.add(label.key, label.value);
    }
    return json;
  }
  const std::vector<std::size_t> rows(published.distinct(), 1);
  const AttributeMeaning meaning =
      meaning_of(release, attribute, std::move(published), rows, progress);
  for (std::size_t label = 0; label < meaning.labels.size(); ++label) {
    if (!labels[label]) continue;
    const Json described = json_of(meaning.labels[label], meaning, nameable, progress);
    if (!described.is_null()) json.add(*labels[label], described);
  }
  return json;
}

std::vector<DescribedLabel> described_labels(const Release& release, const std::string& attribute) {
  std::vector<DescribedLabel> labels;
  for (const auto& [name, meaning] : composed_parameter(release, "labels")[attribute].members()) {
    DescribedLabel label{name, {}, 0, std::nullopt, false, std::nullopt};
    const Json& values = meaning.is_array() ? meaning : meaning["values"];
    if (!values.is_null()) {
      for (const Json& value : values.elements())
        label.values.push_back(value.text());
      if (const Json& others = meaning["others"]; !others.is_null())
        label.others = static_cast<std::size_t>(others.number());
    } else if (const auto prefix = meaning["prefix"].text();
               prefix && !meaning["masked"].is_null()) {
      label.mask = {*prefix, static_cast<std::size_t>(meaning["masked"].number())};
    } else {
      constexpr double infinity = std::numeric_limits<double>::infinity();
      const Json& from = meaning["from"];
      const Json& to = meaning["to"];
      label.range = {from.is_null() ? -infinity : from.number(),
                     to.is_null() ? infinity : to.number()};
      label.whole = meaning["whole"].is_true();
    }
    labels.push_back(std::move(label));
  }
  return labels;
}

}  // namespace microdata::postgres
