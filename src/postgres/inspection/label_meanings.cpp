#include "postgres/inspection/label_meanings.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <variant>

#include "core/privacy/privacy_model.hpp"
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

std::string json_of_values(const std::vector<Element>& elements, const Dictionary& values,
                           const Progress& progress) {
  std::vector<std::string> texts;
  for (const Element& element : elements) {
    progress.checkpoint_at(texts.size());
    texts.push_back(values.is_null(element.value) ? "null"
                                                  : json_string(values.text(element.value)));
  }
  return "[" + join(texts) + "]";
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

bool is_of_numbers(Projection projection) {
  return projection == Projection::integer || projection == Projection::floating ||
         projection == Projection::numeric;
}

// Ranges of dates and times have labels that say which.
std::optional<std::string> json_of(const LabelMeaning& label, const AttributeMeaning& meaning,
                                   const Progress& progress) {
  if (const auto* elements = std::get_if<std::vector<Element>>(&label))
    return json_of_values(*elements, meaning.values.front(), progress);
  if (const auto* range = std::get_if<ValueRange>(&label)) {
    return is_of_numbers(meaning.type.projection)
               ? std::optional(json_of_range(*range, meaning.whole))
               : std::nullopt;
  }
  if (const auto* masked = std::get_if<MaskedText>(&label)) return json_of_mask(*masked);
  return std::nullopt;
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
  for (Code label = 0; label < published.distinct(); ++label) {
    labels.push_back(published.is_null(label) ? std::nullopt
                                              : std::optional(published.text(label)));
  }
  const std::vector<std::size_t> rows(published.distinct(), 1);
  const AttributeMeaning meaning =
      meaning_of(release, attribute, std::move(published), rows, progress);
  JsonObject json;
  for (std::size_t label = 0; label < meaning.labels.size(); ++label) {
    if (!labels[label]) continue;
    const auto described = json_of(meaning.labels[label], meaning, progress);
    if (described) json.add(*labels[label], *described);
  }
  return json.str();
}

std::vector<DescribedLabel> described_labels(const Release& release, const std::string& attribute) {
  std::vector<DescribedLabel> labels;
  std::map<std::string, std::size_t> place;
  for (const ResultRow& row :
       query("SELECT l.key, v.value, l.value ->> 'from', l.value ->> 'to', l.value ->> 'prefix', "
             "l.value ->> 'masked', pg_catalog.jsonb_typeof(l.value), l.value ->> 'whole' "
             "FROM pg_catalog.jsonb_each($1::pg_catalog.jsonb -> 'labels' -> $2) l "
             "LEFT JOIN LATERAL pg_catalog.jsonb_array_elements_text(CASE "
             "pg_catalog.jsonb_typeof(l.value) WHEN 'array' THEN l.value END) v (value) ON true",
             {release.parameters, attribute})) {
    const auto [found, is_new] = place.try_emplace(*row[0], labels.size());
    if (is_new) labels.push_back({*row[0], {}, std::nullopt, false, std::nullopt});
    DescribedLabel& label = labels[found->second];
    if (row[6] == "array") {
      label.values.push_back(row[1]);
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
