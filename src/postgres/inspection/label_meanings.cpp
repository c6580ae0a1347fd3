#include "postgres/inspection/label_meanings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "core/privacy/privacy_model.hpp"
#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/inspection/part_task.hpp"
#include "postgres/inspection/published_meaning.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/source_tuples.hpp"

namespace microdata::postgres {

namespace {

// Values under an attribute's labels that readers may know: all, or only those that the attribute
// itself shows.
struct Nameable {
  bool all = false;
  std::set<std::string> shown;

  bool has(const std::string& value) const { return all || shown.contains(value); }
};

// Returns the values of a label as JSON. Values that must not be named are counted, because an
// estimate needs the number of values of a label.
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

// Returns the meaning of a label as JSON, or null if it has none. Ranges of dates and times are
// null, because their labels name the range.
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

// Returns true if any reader may see the values of an attribute's hierarchy. A hierarchy that was
// read from a table is only for roles that may use it, but a description can reach any role.
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
  // Labels that a release was registered with keep their descriptions.
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

void add_other_spellings(const std::set<std::string>& texts, const Dictionary& values,
                         CodeOfText& codes, const Progress& progress) {
  if (texts.empty()) return;
  std::vector<std::string> read;
  for (const std::string& text : texts) {
    progress.checkpoint();
    const MemoryScope memory;
    const auto failed = in_subtransaction([&] { read_value(values.type(), text); });
    if (!failed) {
      read.push_back(text);
    } else if (ERRCODE_TO_CATEGORY(failed->sqlstate()) != ERRCODE_DATA_EXCEPTION) {
      throw *failed;
    }
    // A text that is not a value of the type is not a value of the source.
  }
  const NumberedTogether numbered = number_together(
      values, read.size(), [&](std::size_t i) { return read[i]; }, progress);
  std::map<Code, Code> values_by_number;
  for (Code value = 0; value < numbered.known.size(); ++value)
    values_by_number.emplace(numbered.known[value], value);
  for (std::size_t i = 0; i < read.size(); ++i) {
    const auto found = values_by_number.find(numbered.others[i]);
    if (found != values_by_number.end()) codes.emplace(read[i], found->second);
  }
}

std::vector<CodeSet> covered_values(const Dictionary& labels, const Dictionary& values,
                                    const GeneralizedType& type, const Progress& progress) {
  CoveredCodes covered(values, type, progress);
  std::vector<CodeSet> covers;
  std::vector<Code> again;
  for (Code label = 0; label < labels.distinct(); ++label) {
    // A label can cover any number of values.
    progress.checkpoint();
    const bool is_null = labels.is_null(label);
    if (!is_null && !type.is_range() && labels.text(label) == everything_label) {
      covers.push_back(CodeSet::range(0, values.distinct()));
      continue;
    }
    const std::size_t before = covered.misses();
    covers.push_back(covered.of(is_null, is_null ? 0 : labels.datum(label)));
    if (covered.misses() > before) again.push_back(label);
  }
  CodeOfText spellings;
  add_other_spellings(covered.unknown(), values, spellings, progress);
  covered.add(spellings);
  for (const Code label : again)
    covers[label] = covered.of(false, labels.datum(label));
  return covers;
}

std::vector<PublishedCovers> covers_of_table(PublishedGeneralization table) {
  std::vector<PublishedCovers> result;
  for (std::size_t i = 0; i < table.quasi_identifiers.size(); ++i) {
    RegionAttribute& region = table.quasi_identifiers[i];
    result.push_back({std::move(region.covers), std::move(region.published),
                      std::move(region.tuples), std::move(table.rows_of_values[i]), region.values});
  }
  return result;
}

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

// Extents of labels; a label without an extent has that of the whole domain.
struct LabelExtents {
  std::vector<std::optional<double>> of_label;
  double whole = 0;
};

// Returns the extents of labels of which some are ranges, by label. A label that is not a range has
// extent 0.
LabelExtents extents_of_ranges(const std::vector<std::optional<ValueRange>>& ranges) {
  double low = endless;
  double high = -endless;
  for (const std::optional<ValueRange>& range : ranges) {
    if (!range) continue;
    for (const double end : {range->low, range->high}) {
      if (!std::isfinite(end)) continue;
      low = std::min(low, end);
      high = std::max(high, end);
    }
  }
  LabelExtents result;
  if (low < high) result.whole = high - low;
  for (const std::optional<ValueRange>& range : ranges) {
    if (!range || range->low > range->high) {
      result.of_label.emplace_back(0);
    } else if (result.whole == 0 && !(std::isfinite(range->low) && std::isfinite(range->high))) {
      result.of_label.emplace_back(std::nullopt);
    } else {
      result.of_label.emplace_back(std::clamp(range->high, low, high) -
                                   std::clamp(range->low, low, high));
    }
  }
  return result;
}

LabelExtents extents_of_published_ranges(const Dictionary& labels, const Progress& progress) {
  std::vector<std::optional<ValueRange>> ranges(labels.distinct());
  for (const PublishedRanges::One& one : read_ranges(labels, progress).ranges)
    ranges[one.label] = one.range;
  return extents_of_ranges(ranges);
}

std::size_t common_prefix(const std::string& a, const std::string& b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return static_cast<std::size_t>(end - a.begin());
}

// Domain of masked texts, taken as numbers with equally many digits. First digits that all texts
// share disclose nothing.
class MaskedDomain {
 public:
  explicit MaskedDomain(const std::vector<LabelMeaning>& labels) {
    std::optional<std::string> prefix;
    std::size_t length = 0;
    for (const LabelMeaning& label : labels) {
      const auto* text = std::get_if<MaskedText>(&label);
      if (text == nullptr) continue;
      alphabet_ = text->alphabet;
      length = std::max(length, text->prefix.size() + text->masked);
      prefix = prefix ? prefix->substr(0, common_prefix(*prefix, text->prefix)) : text->prefix;
    }
    if (prefix) size_ = std::pow(alphabet_, static_cast<double>(length - prefix->size()));
  }
  // Returns the number of texts in the domain; 0 if there are no masked texts.
  double size() const { return size_; }

 private:
  double alphabet_ = 1;
  double size_ = 0;
};

LabelExtents extents_of_meaning(const AttributeMeaning& meaning) {
  const std::vector<LabelMeaning>& labels = meaning.labels;
  const auto is_range = [](const LabelMeaning& l) { return std::holds_alternative<ValueRange>(l); };
  if (std::any_of(labels.begin(), labels.end(), is_range)) {
    std::vector<std::optional<ValueRange>> ranges;
    for (const LabelMeaning& label : labels) {
      const auto* range = std::get_if<ValueRange>(&label);
      const auto* elements = std::get_if<std::vector<Element>>(&label);
      if (range != nullptr) {
        ranges.emplace_back(*range);
      } else if (elements != nullptr && elements->size() == 1) {
        ranges.emplace_back(std::nullopt);
      } else {
        ranges.emplace_back(ValueRange{-endless, endless, true, 1});
      }
    }
    return extents_of_ranges(ranges);
  }
  LabelExtents result;
  result.whole =
      std::max(static_cast<double>(meaning.values.front().distinct()), MaskedDomain(labels).size());
  for (const LabelMeaning& label : labels) {
    if (const auto* elements = std::get_if<std::vector<Element>>(&label)) {
      const auto size = static_cast<double>(elements->size());
      result.of_label.emplace_back(size > 1 ? size : 0);
    } else if (const auto* text = std::get_if<MaskedText>(&label)) {
      result.of_label.emplace_back(std::pow(text->alphabet, static_cast<double>(text->masked)));
    } else {
      result.of_label.emplace_back(std::nullopt);
    }
  }
  return result;
}

LabelExtents extents_of_labels(const Release& release, const ReleaseAttribute& attribute,
                               Dictionary labels, const std::vector<Code>& label_of_row,
                               const Progress& progress) {
  if (!attribute.generalized) return {std::vector<std::optional<double>>(labels.distinct(), 0), 0};
  if (guarded([&] { return type_is_range(labels.type().base); }))
    return extents_of_published_ranges(labels, progress);
  require_known_labels(release, attribute);
  const std::vector<std::uint64_t> counted = global_counts(labels, key_of_labels(attribute));
  std::vector<std::size_t> rows(counted.begin(), counted.end());
  rows.resize(labels.distinct());
  if (counted.empty()) {
    for (const Code label : label_of_row)
      ++rows[label];
  }
  return extents_of_meaning(meaning_of(release, attribute, std::move(labels), rows, progress));
}

}  // namespace

std::vector<PublishedExtents> extents_of(const Release& release, PublishedGeneralization table,
                                         const Progress& progress) {
  std::vector<PublishedExtents> result;
  for (std::size_t a = 0; a < table.names.size(); ++a) {
    const auto attribute =
        std::find_if(release.attributes.begin(), release.attributes.end(),
                     [&](const ReleaseAttribute& one) { return one.name == table.names[a]; });
    std::vector<Code>& label_of_row = table.quasi_identifiers[a].published;
    const LabelExtents extents =
        extents_of_labels(release, *attribute, std::move(table.labels[a]), label_of_row, progress);
    PublishedExtents& published = result.emplace_back();
    // If nothing shows how far any label extends, labels extend over the whole domain.
    published.whole = extents.whole;
    const bool unknown = std::any_of(extents.of_label.begin(), extents.of_label.end(),
                                     [](const std::optional<double>& extent) { return !extent; });
    if (extents.whole == 0 && unknown) published.whole = 1;
    for (const std::optional<double>& extent : extents.of_label)
      published.of_value.push_back(extent.value_or(published.whole));
    published.value_of_row = std::move(label_of_row);
  }
  return result;
}

}  // namespace microdata::postgres
