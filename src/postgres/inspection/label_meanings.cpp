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
#include "postgres/server/json_object.hpp"
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
std::string json_of_values(const std::vector<Element>& elements, const Dictionary& values,
                           const Nameable& nameable, const Progress& progress) {
  std::vector<std::string> texts;
  std::size_t others = 0;
  for (std::size_t e = 0; e < elements.size(); ++e) {
    progress.checkpoint_at(e);
    if (values.is_null(elements[e].value)) {
      texts.emplace_back("null");
    } else if (std::string text = values.text(elements[e].value); nameable.has(text)) {
      texts.push_back(json_string(text));
    } else {
      ++others;
    }
  }
  std::string named = "[" + join(texts) + "]";
  if (others == 0) return named;
  JsonObject json;
  json.add("values", named);
  json.add("others", std::to_string(others));
  return json.str();
}

std::string json_of_bound(double bound) {
  return std::isfinite(bound) ? microdata::to_string(bound) : "null";
}

std::string json_of_range(const ValueRange& range, bool whole) {
  JsonObject json;
  json.add("from", json_of_bound(range.low));
  json.add("to", json_of_bound(range.high));
  if (whole) json.add("whole", "true");
  return json.str();
}

std::string json_of_mask(const MaskedText& text) {
  JsonObject json;
  json.add_text("prefix", text.prefix);
  json.add("masked", std::to_string(text.masked));
  return json.str();
}

// Ranges of dates and times have labels that say which.
std::optional<std::string> json_of(const LabelMeaning& label, const AttributeMeaning& meaning,
                                   const Nameable& nameable, const Progress& progress) {
  if (const auto* elements = std::get_if<std::vector<Element>>(&label))
    return json_of_values(*elements, meaning.values.front(), nameable, progress);
  if (const auto* range = std::get_if<ValueRange>(&label)) {
    return is_of_numbers(meaning.type.projection)
               ? std::optional(json_of_range(*range, meaning.whole))
               : std::nullopt;
  }
  if (const auto* masked = std::get_if<MaskedText>(&label)) return json_of_mask(*masked);
  return std::nullopt;
}

// The labels that a release was registered with, as they came.
std::map<std::string, std::string> registered_labels(const Release& release,
                                                     const std::string& attribute) {
  std::map<std::string, std::string> labels;
  const auto recorded = composed_parameter(release, "labels");
  if (!recorded) return labels;
  for (const ResultRow& row : query("SELECT l.key, l.value::pg_catalog.text FROM "
                                    "pg_catalog.jsonb_each($1::pg_catalog.jsonb -> $2) l",
                                    {recorded, attribute})) {
    labels.emplace(*row[0], *row[1]);
  }
  return labels;
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

std::string describe_labels(const Release& release, const ReleaseAttribute& attribute,
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
  JsonObject json;
  if (const auto registered = registered_labels(release, attribute.name); !registered.empty()) {
    for (const std::string& label : nameable.shown) {
      const auto found = registered.find(label);
      if (found != registered.end()) json.add(label, found->second);
    }
    return json.str();
  }
  const std::vector<std::size_t> rows(published.distinct(), 1);
  const AttributeMeaning meaning =
      meaning_of(release, attribute, std::move(published), rows, progress);
  for (std::size_t label = 0; label < meaning.labels.size(); ++label) {
    if (!labels[label]) continue;
    const auto described = json_of(meaning.labels[label], meaning, nameable, progress);
    if (described) json.add(*labels[label], *described);
  }
  return json.str();
}

std::vector<DescribedLabel> described_labels(const Release& release, const std::string& attribute) {
  std::vector<DescribedLabel> labels;
  const auto recorded = composed_parameter(release, "labels");
  if (!recorded) return labels;
  std::map<std::string, std::size_t> place;
  for (const ResultRow& row :
       query("SELECT l.key, v.value, l.value ->> 'from', l.value ->> 'to', l.value ->> 'prefix', "
             "l.value ->> 'masked', n.listed IS NOT NULL, l.value ->> 'whole', "
             "l.value ->> 'others', v.place IS NOT NULL "
             "FROM pg_catalog.jsonb_each($1::pg_catalog.jsonb -> $2) l "
             "CROSS JOIN LATERAL (SELECT CASE pg_catalog.jsonb_typeof(l.value) "
             "WHEN 'array' THEN l.value ELSE l.value -> 'values' END) n (listed) "
             "LEFT JOIN LATERAL pg_catalog.jsonb_array_elements_text(n.listed) "
             "WITH ORDINALITY v (value, place) ON true",
             {recorded, attribute})) {
    const auto [found, is_new] = place.try_emplace(*row[0], labels.size());
    if (is_new) labels.push_back({*row[0], {}, 0, std::nullopt, false, std::nullopt});
    DescribedLabel& label = labels[found->second];
    if (row[6] == "t") {
      if (row[9] == "t") label.values.push_back(row[1]);
      if (row[8]) label.others = static_cast<std::size_t>(to_number(*row[8]));
    } else if (row[4] && row[5]) {
      label.mask = {*row[4], static_cast<std::size_t>(to_number(*row[5]))};
    } else {
      constexpr double infinity = std::numeric_limits<double>::infinity();
      ValueRange range;
      range.low = row[2] ? to_number(*row[2]) : -infinity;
      range.high = row[3] ? to_number(*row[3]) : infinity;
      label.range = range;
      label.whole = row[7] == "true";
    }
  }
  return labels;
}

}  // namespace microdata::postgres
