#include "postgres/hierarchies/label_texts.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/hierarchies/hierarchy_levels.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

// The values under a label of one level: how many, and the first.
struct Place {
  std::size_t level = 0;
  std::size_t first = 0;
  std::size_t values = 0;
};

std::unordered_map<std::string_view, Place> places_at(const std::vector<std::string>& labels,
                                                      std::size_t levels, std::size_t level,
                                                      const Progress& progress) {
  std::unordered_map<std::string_view, Place> places;
  for (std::size_t v = 0; v < labels.size() / levels; ++v) {
    progress.checkpoint_at(v);
    ++places.try_emplace(labels[v * levels + level], Place{level, v, 0}).first->second.values;
  }
  return places;
}

// Fails for a text that is ambiguous among the labels that a hierarchy was made with.
void check_recorded(const std::string& name, const std::vector<std::string>& recorded,
                    std::size_t levels, const Progress& progress) {
  const auto ambiguous = find_ambiguous_label(recorded, levels, progress);
  if (!ambiguous) return;
  Error error(ERRCODE_INVALID_PARAMETER_VALUE,
              "hierarchy " + in_quotes(name) + " has one label for different values at levels " +
                  std::to_string(std::min(ambiguous->with_value, ambiguous->without_value)) +
                  " and " +
                  std::to_string(std::max(ambiguous->with_value, ambiguous->without_value)));
  // A hierarchy can be declared for a table whose readers may not see its values.
  if (may_use(name)) {
    error = std::move(error).detail("Value " + in_quotes(ambiguous->value) + " has the label " +
                                    in_quotes(ambiguous->text) + " at level " +
                                    std::to_string(ambiguous->with_value) + ", but not at level " +
                                    std::to_string(ambiguous->without_value) + ".");
  }
  throw std::move(error).hint(
      "Make a hierarchy with labels that differ. generalize_table() with recoding => 'full-domain' "
      "shows labels of one level, and can use this one.");
}

Error reads_as_label(const std::string& value, const std::string& attribute,
                     const std::string& hint) {
  return Error(ERRCODE_INVALID_PARAMETER_VALUE, "value " + in_quotes(value) + " of attribute " +
                                                    in_quotes(attribute) +
                                                    " reads like a label of other values")
      .hint(hint);
}

// A value can be spelled like a label where its type takes it for equal to another spelling, which
// the hierarchy has.
void check_spellings(const ResolvedHierarchy& resolved, const std::string& attribute,
                     const std::vector<std::string>& recorded, std::size_t levels,
                     const std::vector<std::string>& values, const Progress& progress) {
  std::unordered_set<std::string_view> known;
  for (std::size_t at = 0; at < recorded.size(); at += levels)
    known.insert(recorded[at]);
  std::unordered_map<std::string_view, std::size_t> values_of_label;
  for (std::size_t at = 0; at < recorded.size(); at += levels) {
    progress.checkpoint_at(at / levels);
    for (std::size_t level = 1; level < levels; ++level) {
      // A label of one value at several levels has that value alone.
      if (recorded[at + level] != recorded[at + level - 1]) ++values_of_label[recorded[at + level]];
    }
  }
  for (std::size_t v = 0; v < values.size(); ++v) {
    progress.checkpoint_at(v);
    if (known.contains(values[v])) continue;
    const auto label = values_of_label.find(values[v]);
    if (label == values_of_label.end()) continue;
    const auto& own = resolved.labels[1][resolved.hierarchy.label_of_code[1][v]];
    if (label->second == 1 && own == values[v]) continue;
    throw reads_as_label(values[v], attribute,
                         "Make a hierarchy with other labels than " + in_quotes(values[v]) + ".");
  }
}

// Readers take asterisks at the end of a text for masked characters.
void check_masks(const std::string& attribute, const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    if (!value.ends_with('*')) continue;
    throw reads_as_label(value, attribute,
                         "Use recoding => 'full-domain', which shows labels of one level, or a "
                         "hierarchy made with create_hierarchy().");
  }
}

// Values that differ have texts that differ: numbers, times and texts.
bool has_a_text_each(const AttributeType& type) {
  return type.projection != Projection::none || type.base == TEXTOID || type.base == VARCHAROID ||
         type.base == BPCHAROID || type.base == BOOLOID;
}

}  // namespace

std::optional<AmbiguousLabel> find_ambiguous_label(const std::vector<std::string>& labels,
                                                   std::size_t levels, const Progress& progress) {
  const auto text = [&](std::size_t value, std::size_t level) -> const std::string& {
    return labels[value * levels + level];
  };
  // The label that a text is at the highest level below.
  std::unordered_map<std::string_view, Place> below;
  for (std::size_t level = 0; level < levels; ++level) {
    const auto places = places_at(labels, levels, level, progress);
    for (std::size_t v = 0; v < labels.size() / levels; ++v) {
      progress.checkpoint_at(v);
      const std::string& label = text(v, level);
      const Place& place = places.at(label);
      if (place.first != v) continue;
      const auto [found, is_new] = below.try_emplace(label, place);
      if (is_new) continue;
      const Place lower = std::exchange(found->second, place);
      if (text(lower.first, level) != label) {
        return AmbiguousLabel{label, lower.level, level, text(lower.first, 0)};
      }
      // Levels are nested, so that all values of the lower label are under this one.
      if (lower.values == place.values) continue;
      std::size_t other = v;
      while (other + 1 < labels.size() / levels &&
             (text(other, level) != label || text(other, lower.level) == label)) {
        ++other;
      }
      return AmbiguousLabel{label, level, lower.level, text(other, 0)};
    }
  }
  return std::nullopt;
}

void require_different_texts(const Dictionary& dictionary, const std::string& attribute,
                             const Progress& progress) {
  if (has_a_text_each(dictionary.type())) return;
  const std::vector<std::string> values = value_texts(dictionary, progress);
  std::unordered_set<std::string_view> known;
  for (std::size_t v = 0; v < values.size(); ++v) {
    progress.checkpoint_at(v);
    if (known.insert(values[v]).second) continue;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "values of attribute " + in_quotes(attribute) + " that differ have the same text")
        .detail("Several of type " + type_name(dictionary.type()) + " read " +
                in_quotes(values[v]) + ".")
        .hint("Publish a view that shows them as another type.");
  }
}

void require_different_texts(const Table& table,
                             const std::vector<std::optional<ResolvedHierarchy>>& hierarchies,
                             bool all, const Progress& progress) {
  for (std::size_t a = 0; a < table.data.attributes.size(); ++a) {
    const Attribute& attribute = table.data.attributes[a];
    if (attribute.role != Role::quasi_identifier) continue;
    const bool as_text =
        all || hierarchies[a] || !generalized_type(table.dictionaries[a].type()).is_range();
    if (as_text) require_different_texts(table.dictionaries[a], attribute.name, progress);
  }
}

void require_unambiguous_labels(const std::vector<std::optional<ResolvedHierarchy>>& hierarchies,
                                const Table& table, const Progress& progress) {
  for (std::size_t a = 0; a < hierarchies.size(); ++a) {
    if (!hierarchies[a]) continue;
    const std::string& attribute = table.data.attributes[a].name;
    const HierarchyRecord record = require_hierarchy(hierarchies[a]->name);
    const std::vector<std::string> values = value_texts(table.dictionaries[a], progress);
    if (record.kind == HierarchyKind::table) {
      const std::vector<std::string> recorded = recorded_labels(record);
      check_recorded(record.name, recorded, record.levels, progress);
      check_spellings(*hierarchies[a], attribute, recorded, record.levels, values, progress);
    } else if (record.kind == HierarchyKind::prefix) {
      check_masks(attribute, values);
    }
  }
}

void require_no_value_of_everything(
    const std::vector<std::optional<ResolvedHierarchy>>& hierarchies, const Table& table,
    const Progress& progress) {
  for (std::size_t a = 0; a < hierarchies.size(); ++a) {
    const Attribute& attribute = table.data.attributes[a];
    if (hierarchies[a] || attribute.role != Role::quasi_identifier) continue;
    const std::vector<std::string> values = value_texts(table.dictionaries[a], progress);
    if (std::find(values.begin(), values.end(), everything_label) == values.end()) continue;
    throw reads_as_label(
        everything_label, attribute.name,
        "Use recoding => 'mondrian' or 'full-domain', or a hierarchy with another label for all.");
  }
}

}  // namespace microdata::postgres
