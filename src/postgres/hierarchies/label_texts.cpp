#include "postgres/hierarchies/label_texts.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();

std::string level_name(std::size_t level) {
  return "level" + std::to_string(level);
}

// Returns the level that a column of the name holds; nothing for other names.
std::optional<std::size_t> level_of(const std::string& name) {
  const std::size_t prefix = level_name(0).size() - 1;
  if (name.size() <= prefix) return std::nullopt;
  std::size_t level = 0;
  (void)std::from_chars(name.data() + prefix, name.data() + name.size(), level);
  return level_name(level) == name ? std::optional(level) : std::nullopt;
}

// Fails unless the columns are level0, level1, ... without a gap; returns their number.
std::size_t count_levels(const Source& relation) {
  std::size_t levels = 0;
  for (const SourceColumn& column : relation.columns) {
    const std::optional<std::size_t> level = level_of(column.name);
    if (!level) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "column " + in_quotes(column.name) +
                                                       " of relation " + in_quotes(relation.name) +
                                                       " is no level of a hierarchy")
          .hint("The columns are level0, the values, and level1, level2, ..., their labels.");
    }
    levels = std::max(levels, *level + 1);
  }
  for (std::size_t level = 0; level < std::max<std::size_t>(levels, 2); ++level) {
    if (relation.find(level_name(level)) != nullptr) continue;
    throw Error(ERRCODE_UNDEFINED_COLUMN, "column " + in_quotes(level_name(level)) +
                                              " of relation " + in_quotes(relation.name) +
                                              " does not exist")
        .detail("A hierarchy has at least two levels, and none is left out.");
  }
  if (levels > most_levels) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "a hierarchy has at most " +
                                                     std::to_string(most_levels) + " levels, not " +
                                                     std::to_string(levels));
  }
  return levels;
}

// The levels as read: dictionaries of their labels, and codes by row.
struct Levels {
  std::vector<Dictionary> dictionaries;
  std::vector<std::vector<Code>> codes;

  std::size_t count() const { return dictionaries.size(); }
  std::size_t rows() const { return codes.front().size(); }
  std::string text(std::size_t level, std::size_t row) const {
    return in_quotes(dictionaries[level].text(codes[level][row]));
  }
};

Levels read(const Source& relation, const Progress& progress) {
  Levels levels;
  std::vector<std::string> names;
  for (std::size_t level = 0; level < count_levels(relation); ++level) {
    names.push_back(level_name(level));
    levels.dictionaries.emplace_back(relation.find(names.back())->type);
  }
  std::vector<Dictionary*> dictionaries;
  for (Dictionary& dictionary : levels.dictionaries)
    dictionaries.push_back(&dictionary);
  levels.codes = read_columns(relation.relation, names, dictionaries);
  for (std::size_t level = 0; level < levels.count(); ++level) {
    levels.dictionaries[level].finish(progress);
    levels.dictionaries[level].translate(levels.codes[level], progress);
  }
  return levels;
}

void check_not_null(const Levels& levels) {
  for (std::size_t level = 0; level < levels.count(); ++level) {
    const Dictionary& dictionary = levels.dictionaries[level];
    if (!dictionary.nullable()) continue;
    const std::vector<Code>& codes = levels.codes[level];
    const auto row = static_cast<std::size_t>(
        std::find(codes.begin(), codes.end(), dictionary.distinct() - 1) - codes.begin());
    if (level == 0) {
      throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, "column \"level0\" contains a null")
          .hint("A null needs no row: at every level but the last it is a label of its own.");
    }
    throw Error(
        ERRCODE_NULL_VALUE_NOT_ALLOWED,
        "value " + levels.text(0, row) + " has no label in column " + in_quotes(level_name(level)));
  }
}

// Returns the row of each value; fails if a value occurs twice.
std::vector<std::uint32_t> rows_of_values(const Levels& levels) {
  std::vector<std::uint32_t> row_of(levels.dictionaries[0].distinct(), unknown);
  for (std::uint32_t row = 0; row < levels.rows(); ++row) {
    std::uint32_t& known = row_of[levels.codes[0][row]];
    if (known != unknown) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "value " + levels.text(0, row) + " appears more than once in column \"level0\"");
    }
    known = row;
  }
  return row_of;
}

void check_nested(const Levels& levels, const Progress& progress) {
  for (std::size_t level = 1; level + 1 < levels.count(); ++level) {
    std::vector<std::uint32_t> example(levels.dictionaries[level].distinct(), unknown);
    for (std::uint32_t row = 0; row < levels.rows(); ++row) {
      progress.checkpoint_at(row);
      std::uint32_t& first = example[levels.codes[level][row]];
      if (first == unknown) first = row;
      if (levels.codes[level + 1][first] == levels.codes[level + 1][row]) continue;
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "label " + levels.text(level, row) + " in column " +
                      in_quotes(level_name(level)) + " has more than one label in column " +
                      in_quotes(level_name(level + 1)))
          .detail("Value " + levels.text(0, first) + " has " + levels.text(level + 1, first) +
                  ", value " + levels.text(0, row) + " has " + levels.text(level + 1, row) + ".")
          .hint("Values that have one label at a level have one at all higher levels.");
    }
  }
}

// Fails if labels of several levels are ambiguous, because a release can show them in one column.
void check_labels_differ(const LevelTable& table, const Progress& progress) {
  const auto ambiguous = find_ambiguous_label(table.labels, table.levels, progress);
  if (!ambiguous) return;
  const auto [low, high] = std::minmax(ambiguous->with_value, ambiguous->without_value);
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              in_quotes(ambiguous->text) + " stands for different values in columns " +
                  in_quotes(level_name(low)) + " and " + in_quotes(level_name(high)))
      .detail("Value " + in_quotes(ambiguous->value) + " has this label in column " +
              in_quotes(level_name(ambiguous->with_value)) + ", but not in column " +
              in_quotes(level_name(ambiguous->without_value)) + ".")
      .hint("Give the label of one of the columns another text.");
}

void check_root(const Levels& levels) {
  const std::size_t last = levels.count() - 1;
  const std::vector<Code>& codes = levels.codes[last];
  const auto other =
      std::find_if(codes.begin(), codes.end(), [&](Code code) { return code != codes.front(); });
  if (other == codes.end()) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "the last level, column " + in_quotes(level_name(last)) + ", has more than one label")
      .detail("Among them are " + levels.text(last, 0) + " and " +
              levels.text(last, static_cast<std::size_t>(other - codes.begin())) + ".")
      .hint("Add a column " + level_name(last + 1) + " with the same label, such as *, for all.");
}

}  // namespace

std::vector<std::string> value_texts(const Dictionary& dictionary, const Progress& progress) {
  std::vector<std::string> texts = dictionary.texts(progress);
  if (dictionary.type().base == BPCHAROID) {
    for (std::string& text : texts)
      text.erase(text.find_last_not_of(' ') + 1);
  }
  return texts;
}

LevelTable read_levels(const Source& relation, const Progress& progress) {
  progress.phase("read");
  const Levels levels = read(relation, progress);
  if (levels.rows() == 0) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "relation " + in_quotes(relation.name) + " has no rows")
        .hint("A hierarchy has a row for each value.");
  }
  check_not_null(levels);
  const std::vector<std::uint32_t> row_of = rows_of_values(levels);
  check_nested(levels, progress);
  check_root(levels);

  std::vector<std::vector<std::string>> texts;
  for (const Dictionary& dictionary : levels.dictionaries)
    texts.push_back(value_texts(dictionary, progress));
  LevelTable table;
  table.levels = levels.count();
  table.labels.reserve(levels.rows() * levels.count());
  for (const std::uint32_t row : row_of) {
    for (std::size_t level = 0; level < levels.count(); ++level)
      table.labels.push_back(texts[level][levels.codes[level][row]]);
  }
  check_labels_differ(table, progress);
  return table;
}

namespace {

// The values under a label of one level: their number, and the first.
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
  // A hierarchy can be declared for a table whose readers may not see the hierarchy's values.
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
                                                    " is also a label of other values")
      .hint(hint);
}

// Fails if a value is spelled like a label. This is possible if its type takes it for equal to
// another spelling, which the hierarchy has.
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

// Fails for a value that ends with an asterisk, because readers take asterisks at the end of a text
// for masked characters.
void check_masks(const std::string& attribute, const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    if (!value.ends_with('*')) continue;
    throw reads_as_label(value, attribute,
                         "Use recoding => 'full-domain', which shows labels of one level, or a "
                         "hierarchy made with create_hierarchy().");
  }
}

// True if different values have different texts, as numbers, times and texts have.
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
  // The highest lower level at which a text is a label, by text.
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
      // All values of the lower label are under this one, because levels are nested.
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

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::optional<double> number_in(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  // NaN is the largest number.
  return std::isnan(number) ? infinity : number;
}

// Returns the range of numbers that are at least `low` and below `high`.
ValueRange half_open(double low, double high, bool whole) {
  if (whole) return {std::ceil(low), std::ceil(high) - 1, false, 1};
  return {low, std::nextafter(high, -infinity), false, 1};
}

std::optional<ValueRange> interval_of(std::string_view label, bool whole) {
  if (label.starts_with('<')) {
    const auto bound = number_in(label.substr(1));
    return bound ? std::optional(half_open(-infinity, *bound, whole)) : std::nullopt;
  }
  if (label.starts_with(">=")) {
    const auto bound = number_in(label.substr(2));
    return bound ? std::optional(ValueRange{whole ? std::ceil(*bound) : *bound, infinity, false, 1})
                 : std::nullopt;
  }
  if (label.starts_with('[') && label.ends_with(')')) {
    const std::size_t comma = label.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    const auto low = number_in(label.substr(1, comma - 1));
    const auto high = number_in(label.substr(comma + 1, label.size() - comma - 2));
    return low && high ? std::optional(half_open(*low, *high, whole)) : std::nullopt;
  }
  const auto value = number_in(label);
  return value ? std::optional(ValueRange{*value, *value, false, 1}) : std::nullopt;
}

// Returns the range of the root, which stands for everything that the hierarchy divides.
ValueRange divided(const HierarchyRecord& hierarchy, bool whole) {
  const Json definition = Json::parse(hierarchy.definition);
  return half_open(number_in(definition["lower"].text().value_or("")).value_or(-infinity),
                   number_in(definition["upper"].text().value_or("")).value_or(infinity), whole);
}

// A statement for the start and end of labels of date_labels (hierarchies.cpp), in seconds from
// 2000-01-01; a text that is a value instead has itself twice. Both are computed in the years 2000
// to 2399, after which the calendar repeats itself, because labels may be of days that no timestamp
// reaches.
constexpr const char* date_ranges =
    "SELECT pg_catalog.date_part('epoch', b.low) - 946684800 + c.cycles * 12622780800.0, "
    "pg_catalog.date_part('epoch', b.low + u.width) - 946684800 + c.cycles * 12622780800.0, "
    "u.width IS NULL "
    "FROM pg_catalog.unnest($1::pg_catalog.text[]) WITH ORDINALITY v (label, n) "
    "CROSS JOIN LATERAL (SELECT pg_catalog.regexp_replace(v.label, ' BC$', '') AS text) t "
    "CROSS JOIN LATERAL (SELECT CASE "
    "WHEN t.text ~ '^\\d{4,}-\\d\\d-\\d\\d$' THEN '1 day' "
    "WHEN t.text ~ '^\\d{4,}-W\\d\\d$' THEN '7 days' "
    "WHEN t.text ~ '^\\d{4,}-Q\\d$' THEN '3 months' "
    "WHEN t.text ~ '^\\d{4,}-\\d\\d$' THEN '1 month' "
    "WHEN t.text ~ '^\\d{4,}$' THEN '1 year' "
    "WHEN t.text ~ '^\\d{4,}s$' THEN '10 years' "
    "WHEN t.text ~ '^\\d{4,}-\\d{4,}$' THEN '100 years' END::pg_catalog.interval AS width) u "
    "CROSS JOIN LATERAL (SELECT CASE WHEN u.width IS NOT NULL "
    "THEN pg_catalog.rtrim(pg_catalog.split_part(t.text, '-', 1), 's')::pg_catalog.int4 END "
    "AS shown) s "
    "CROSS JOIN LATERAL (SELECT CASE WHEN v.label LIKE '% BC' THEN 1 - s.shown ELSE s.shown END "
    "AS year) a "
    "CROSS JOIN LATERAL (SELECT COALESCE(pg_catalog.floor((a.year - 2000) / 400.0), 0)"
    "::pg_catalog.int4 AS cycles) c "
    "CROSS JOIN LATERAL (SELECT (a.year - 400 * c.cycles)::pg_catalog.text AS year, "
    "pg_catalog.split_part(t.text, '-', 2) AS rest) y "
    "CROSS JOIN LATERAL (SELECT CASE "
    "WHEN u.width IS NULL THEN v.label::pg_catalog.timestamp "
    "WHEN u.width = '1 day' THEN (y.year || '-' || y.rest || '-' || "
    "pg_catalog.split_part(t.text, '-', 3))::pg_catalog.timestamp "
    "WHEN u.width = '7 days' "
    "THEN pg_catalog.to_date(y.year || '-' || y.rest, 'IYYY-\"W\"IW')::pg_catalog.timestamp "
    "WHEN u.width = '3 months' THEN (y.year || '-' || "
    "pg_catalog.right(t.text, 1)::pg_catalog.int4 * 3 - 2 || '-1')::pg_catalog.timestamp "
    "WHEN u.width = '1 month' THEN (y.year || '-' || y.rest || '-1')::pg_catalog.timestamp "
    "ELSE (y.year || '-1-1')::pg_catalog.timestamp END AS low) b "
    "ORDER BY v.n";

std::vector<std::optional<ValueRange>> date_ranges_of(const AttributeType& type, bool whole,
                                                      const std::vector<std::string>& labels) {
  const PlainText settings;
  const SafeSearchPath path;
  const bool in_days = type.projection == Projection::date;
  const double unit = in_days ? 1.0 / 86400 : 1e6;
  std::vector<std::optional<ValueRange>> ranges;
  for (const ResultRow& row : query(date_ranges, {to_name_array(labels)})) {
    const auto low = number_in(row[0].value_or(""));
    const auto high = number_in(row[1].value_or(""));
    if (!low) {
      ranges.emplace_back();
    } else if (row[2] == "t" || !high) {
      const double value = std::round(*low * unit);
      ranges.emplace_back(ValueRange{value, value, false, 1});
    } else {
      ranges.emplace_back(half_open(std::round(*low * unit), std::round(*high * unit), whole));
    }
  }
  return ranges;
}

}  // namespace

std::unordered_map<std::string, std::vector<std::string>> values_under_labels(
    const HierarchyRecord& hierarchy, std::optional<std::size_t> shown, const Progress& progress) {
  const std::vector<std::string> recorded = recorded_labels(hierarchy);
  std::unordered_map<std::string, std::vector<std::string>> result;
  for (std::size_t level = 0; level < hierarchy.levels; ++level) {
    if (shown && *shown != level) continue;
    std::unordered_map<std::string, std::vector<std::string>> of_level;
    for (std::size_t at = 0; at + hierarchy.levels <= recorded.size(); at += hierarchy.levels) {
      progress.checkpoint_at(at / hierarchy.levels);
      of_level[recorded[at + level]].push_back(recorded[at]);
    }
    for (auto& [label, values] : of_level)
      result[label] = std::move(values);
  }
  return result;
}

std::optional<std::size_t> kept_characters(const HierarchyRecord& hierarchy, std::size_t level) {
  if (level == 0 || level + 1 >= hierarchy.levels) return std::nullopt;
  const std::vector<std::string> kept = Json::parse(hierarchy.definition)["keep"].texts();
  const auto number = level <= kept.size() ? number_in(kept[level - 1]) : std::nullopt;
  if (!number) return std::nullopt;
  return static_cast<std::size_t>(std::clamp(*number, 0.0, static_cast<double>(MaxAllocSize)));
}

std::vector<std::optional<ValueRange>> ranges_of_labels(const HierarchyRecord& hierarchy,
                                                        const AttributeType& type, bool whole,
                                                        const std::vector<std::string>& labels) {
  std::vector<std::optional<ValueRange>> ranges;
  if (hierarchy.kind == HierarchyKind::date) {
    std::vector<std::string> dates;
    for (const std::string& label : labels) {
      if (label != everything_label) dates.push_back(label);
    }
    std::vector<std::optional<ValueRange>> of_dates = date_ranges_of(type, whole, dates);
    std::size_t next = 0;
    for (const std::string& label : labels) {
      ranges.push_back(label == everything_label ? ValueRange{-infinity, infinity, false, 1}
                                                 : of_dates[next++]);
    }
    return ranges;
  }
  for (const std::string& label : labels)
    ranges.push_back(label == everything_label ? divided(hierarchy, whole)
                                               : interval_of(label, whole));
  return ranges;
}

}  // namespace microdata::postgres
