#include "postgres/hierarchies/hierarchies.hpp"

#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/hierarchies/label_texts.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/persons.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

namespace {

// The labels of some values: at[level - 1][value] for the levels from 1 up to the root, which is
// left out.
struct Labels {
  std::vector<std::vector<std::string>> at;
  std::string root = "*";
};

bool suits(HierarchyKind kind, const AttributeType& type) {
  switch (kind) {
    case HierarchyKind::interval:
      return is_of_numbers(type.projection);
    case HierarchyKind::date:
      return type.projection == Projection::date || type.projection == Projection::timestamp;
    case HierarchyKind::table:
    case HierarchyKind::prefix:
      return true;
  }
  return false;
}

void check_suits(const HierarchyRecord& hierarchy, const std::string& attribute,
                 const AttributeType& type) {
  if (suits(hierarchy.kind, type)) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "hierarchy " + in_quotes(hierarchy.name) + " does not suit attribute " +
                  in_quotes(attribute) + " of type " + type_name(type))
      .detail(std::string("It is for ") +
              (hierarchy.kind == HierarchyKind::date ? "dates and timestamps." : "numbers."));
}

// Bounds and widths are decimal numbers, like the values, so that a value on a bound lies on its
// right side.
constexpr const char* interval_labels =
    "SELECT CASE WHEN v.value < d.lower THEN '<' || d.lower "
    "WHEN v.value >= d.upper THEN '>=' || d.upper "
    "ELSE '[' || pg_catalog.trim_scale(i.start) || ',' || "
    "pg_catalog.trim_scale(LEAST(i.start + w.width, d.upper)) || ')' END "
    "FROM (SELECT ($2::pg_catalog.jsonb ->> 'lower')::pg_catalog.numeric AS lower, "
    "($2::pg_catalog.jsonb ->> 'upper')::pg_catalog.numeric AS upper) d "
    "CROSS JOIN (SELECT e.width::pg_catalog.numeric AS width, e.level "
    "FROM pg_catalog.jsonb_array_elements_text($2::pg_catalog.jsonb -> 'widths') "
    "WITH ORDINALITY e (width, level)) w "
    "CROSS JOIN pg_catalog.unnest($1::pg_catalog.numeric[]) WITH ORDINALITY v (value, n) "
    "CROSS JOIN LATERAL (SELECT CASE WHEN v.value >= d.lower AND v.value < d.upper "
    "THEN d.lower + pg_catalog.div(v.value - d.lower, w.width) * w.width END AS start) i "
    "ORDER BY w.level, v.n";

constexpr const char* prefix_labels =
    "SELECT pg_catalog.substr(v.value, 1, k.keep::pg_catalog.int4) || "
    "pg_catalog.repeat('*', pg_catalog.char_length(v.value) - k.keep::pg_catalog.int4) "
    "FROM pg_catalog.jsonb_array_elements_text($2::pg_catalog.jsonb -> 'keep') "
    "WITH ORDINALITY k (keep, level) "
    "CROSS JOIN pg_catalog.unnest($1::pg_catalog.text[]) WITH ORDINALITY v (value, n) "
    "WHERE k.keep <> '0' ORDER BY k.level, v.n";

// Returns a year as to_char(..., 'YYYY') writes it.
#define SHOWN_YEAR(year)                                                              \
  "pg_catalog.lpad((" year ")::pg_catalog.text, GREATEST(4, pg_catalog.length((" year \
  ")::pg_catalog.text)), '0') AS digits"

// A statement for labels of dates. Infinity is in no unit and is a label of its own. Units are
// computed by numbers of years, because the first day of a unit might be out of the range of
// timestamps, and dates go beyond that range. Years are counted with the year 0, which is 1 BC;
// only the first year of a decade or century is shown as such.
constexpr const char* date_labels =
    "SELECT CASE WHEN d.day IS NULL THEN v.value::pg_catalog.text ELSE CASE u.unit "
    "WHEN 'day' THEN y.digits || '-' || n.month || '-' || n.day "
    "WHEN 'week' THEN i.digits || '-W' || n.week "
    "WHEN 'month' THEN y.digits || '-' || n.month "
    "WHEN 'quarter' THEN y.digits || '-Q' || EXTRACT(quarter FROM d.day) "
    "WHEN 'year' THEN y.digits WHEN 'decade' THEN b.digits || 's' "
    "ELSE b.digits || '-' || e.digits END || "
    "CASE WHEN CASE WHEN u.unit IN ('decade', 'century') THEN f.first <= 0 "
    "ELSE EXTRACT(year FROM d.day) < 0 END THEN ' BC' ELSE '' END END "
    "FROM pg_catalog.jsonb_array_elements_text($2::pg_catalog.jsonb -> 'units') "
    "WITH ORDINALITY u (unit, level) "
    "CROSS JOIN pg_catalog.unnest($1::pg_catalog.date[]) WITH ORDINALITY v (value, n) "
    "CROSS JOIN LATERAL (SELECT CASE WHEN pg_catalog.isfinite(v.value) THEN v.value END AS day) d "
    "CROSS JOIN LATERAL (SELECT EXTRACT(year FROM d.day)::pg_catalog.int4 AS year) w "
    "CROSS JOIN LATERAL (SELECT CASE WHEN w.year < 0 THEN w.year + 1 ELSE w.year END AS year) a "
    "CROSS JOIN LATERAL (SELECT CASE WHEN u.unit = 'decade' "
    "THEN pg_catalog.floor(a.year / 10.0) * 10 ELSE pg_catalog.floor((a.year - 1) / 100.0) * 100 "
    "+ 1 END::pg_catalog.int4 AS first) f "
    "CROSS JOIN LATERAL (SELECT pg_catalog.lpad(EXTRACT(month FROM d.day)::pg_catalog.text, 2, "
    "'0') AS month, pg_catalog.lpad(EXTRACT(day FROM d.day)::pg_catalog.text, 2, '0') AS day, "
    "pg_catalog.lpad(EXTRACT(week FROM d.day)::pg_catalog.text, 2, '0') AS week) n "
    "CROSS JOIN LATERAL (SELECT " SHOWN_YEAR("pg_catalog.abs(w.year)") ") y "
    "CROSS JOIN LATERAL (SELECT " SHOWN_YEAR("pg_catalog.abs(EXTRACT(isoyear FROM "
    "d.day)::pg_catalog.int4)") ") i "
    "CROSS JOIN LATERAL (SELECT " SHOWN_YEAR("CASE WHEN f.first > 0 THEN f.first ELSE 1 - f.first "
    "END") ") b "
    "CROSS JOIN LATERAL (SELECT " SHOWN_YEAR("CASE WHEN f.first + 99 > 0 THEN f.first + 99 ELSE "
    "-98 - f.first END") ") e "
    "ORDER BY u.level, v.n";

// Returns an error that only the author of a hand-written catalog or description of a hierarchy
// gets to see.
Error corrupted(const HierarchyRecord& hierarchy) {
  const bool described = GivenHierarchies::current() != nullptr;
  return Error(described ? ERRCODE_INVALID_PARAMETER_VALUE : ERRCODE_DATA_CORRUPTED,
               "hierarchy " + in_quotes(hierarchy.name) + " is corrupted");
}

// The memory that labels take while they are read, counted before it is taken. Every value has a
// label at every level, in a row of a result and in a string; memory to make it there is
// additional.
class MemoryOfLabels {
 public:
  MemoryOfLabels(const HierarchyRecord& hierarchy, const std::string& attribute)
      : hierarchy_(hierarchy), attribute_(attribute) {}

  // Fails (54000) above pg_microdata.memory_limit. Each of the `labels` has `bytes` bytes.
  void add(std::size_t labels, std::size_t bytes) {
    constexpr double beside = 120;
    bytes_ += static_cast<double>(labels) * (beside + 2 * static_cast<double>(bytes));
    if (bytes_ <= static_cast<double>(memory_limit_bytes())) return;
    throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                "labels of hierarchy " + in_quotes(hierarchy_.name) + " for attribute " +
                    in_quotes(attribute_) +
                    " would take more memory than pg_microdata.memory_limit")
        .detail("Every value of the attribute has a label at each of " +
                std::to_string(hierarchy_.levels) + " levels; the limit is " +
                std::to_string(memory_limit_bytes() / (std::int64_t{1024} * 1024)) + " MB.")
        .hint(
            "Use a hierarchy with fewer levels, or an attribute with fewer or shorter values. A "
            "superuser can raise pg_microdata.memory_limit, where the machine has the memory.");
  }

 private:
  const HierarchyRecord& hierarchy_;
  const std::string& attribute_;
  double bytes_ = 0;
};

// Fails if computed labels take too much memory. A label of a prefix hierarchy is as long as its
// value; others are short.
void check_memory_of_computed(const HierarchyRecord& hierarchy, const std::string& attribute,
                              const std::vector<std::string>& values) {
  constexpr std::size_t short_label = 24;
  MemoryOfLabels memory(hierarchy, attribute);
  for (const std::string& value : values) {
    memory.add(hierarchy.levels - 2,
               hierarchy.kind == HierarchyKind::prefix ? value.size() : short_label);
  }
}

// Returns labels that PostgreSQL computes, because it knows characters, decimal numbers and dates.
Labels compute_labels(const HierarchyRecord& hierarchy, const std::string& attribute,
                      const char* statement, const std::vector<std::string>& values) {
  check_memory_of_computed(hierarchy, attribute, values);
  const PlainText settings;
  const SafeSearchPath path;
  Labels labels;
  labels.at.resize(hierarchy.levels - 2);
  if (values.empty()) return labels;
  std::vector<ResultRow> rows = query(statement, {to_name_array(values), hierarchy.definition});
  if (rows.size() != labels.at.size() * values.size()) throw corrupted(hierarchy);
  std::size_t next = 0;
  for (ResultRow& row : rows)
    labels.at[next++ / values.size()].push_back(std::move(row[0]).value_or(""));
  return labels;
}

Error lacks_value(const HierarchyRecord& hierarchy, const std::string& attribute,
                  const std::string& value) {
  return Error(ERRCODE_INVALID_PARAMETER_VALUE, "hierarchy " + in_quotes(hierarchy.name) +
                                                    " lacks the value " + in_quotes(value) +
                                                    " of attribute " + in_quotes(attribute))
      .hint(
          "Make a hierarchy with create_hierarchy() that has every value, as its type prints it.");
}

// True if different texts can be equal values: of citext, of texts under a collation that ignores
// case, numbers with other decimals, intervals in other units.
bool may_equal_other_texts(const AttributeType& type) {
  const bool is_plain_text =
      type.base == TEXTOID || type.base == VARCHAROID || type.base == NAMEOID;
  return type.comparison != Comparison::text && !(is_plain_text && has_canonical_values(type));
}

// Fails if two recorded values that the type takes for equal have different labels. `one` and
// `other` are their places in the record.
void require_same_labels(const HierarchyRecord& hierarchy, const std::string& attribute,
                         const std::vector<std::string>& recorded, std::size_t one,
                         std::size_t other) {
  for (std::size_t level = 1; level < hierarchy.levels; ++level) {
    if (recorded[one + level] == recorded[other + level]) continue;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "hierarchy " + in_quotes(hierarchy.name) +
                    " has different labels for equal values of attribute " + in_quotes(attribute))
        .detail("The attribute's type takes " + in_quotes(recorded[one]) + " and " +
                in_quotes(recorded[other]) + " for equal. Their labels are " +
                in_quotes(recorded[one + level]) + " and " + in_quotes(recorded[other + level]) +
                ".")
        .hint("Make a hierarchy that has the same labels for both, or only one of them.");
  }
}

// Returns the first recorded value that the type takes for equal, by code of the dictionary.
// Returns nothing if there is none, or if one of them is not a value of the type.
std::vector<std::optional<std::size_t>> equal_values(const HierarchyRecord& hierarchy,
                                                     const std::string& attribute,
                                                     const Dictionary& dictionary,
                                                     const std::vector<std::string>& recorded,
                                                     const Progress& progress) {
  const std::size_t levels = hierarchy.levels;
  const PlainText settings;
  const AttributeType type =
      attribute_type(dictionary.type().base, -1, dictionary.type().collation);
  Dictionary together(type);
  std::vector<Code> of_recorded;
  const std::optional<Error> failed = in_subtransaction([&] {
    for (std::size_t at = 0; at < recorded.size(); at += levels) {
      progress.checkpoint_at(at / levels);
      of_recorded.push_back(together.encode(make_key(type, read_value(type, recorded[at]))));
    }
  });
  if (failed) {
    if (ERRCODE_TO_CATEGORY(failed->sqlstate()) != ERRCODE_DATA_EXCEPTION) throw *failed;
    return std::vector<std::optional<std::size_t>>(dictionary.distinct());
  }
  std::vector<Code> of_dictionary = dictionary.add_to(together);
  together.finish(progress);
  together.translate(of_recorded, progress);
  together.translate(of_dictionary, progress);
  std::vector<std::optional<std::size_t>> place_of(together.distinct());
  for (std::size_t v = of_recorded.size(); v-- > 0;) {
    std::optional<std::size_t>& place = place_of[of_recorded[v]];
    if (place) require_same_labels(hierarchy, attribute, recorded, v * levels, *place);
    place = v * levels;
  }
  std::vector<std::optional<std::size_t>> places;
  for (const Code code : of_dictionary)
    places.push_back(place_of[code]);
  return places;
}

Labels look_up_labels(const HierarchyRecord& hierarchy, const std::string& attribute,
                      const Dictionary& dictionary, const std::vector<std::string>& values,
                      const Progress& progress) {
  const std::vector<std::string> recorded = recorded_labels(hierarchy);
  std::unordered_map<std::string_view, std::size_t> place_of;
  for (std::size_t v = 0; v < recorded.size() / hierarchy.levels; ++v) {
    progress.checkpoint_at(v);
    place_of.emplace(recorded[v * hierarchy.levels], v * hierarchy.levels);
  }
  if (recorded.empty() || recorded.size() % hierarchy.levels != 0) throw corrupted(hierarchy);
  Labels labels;
  labels.root = recorded.back();
  labels.at.resize(hierarchy.levels - 2);
  MemoryOfLabels memory(hierarchy, attribute);
  std::vector<std::optional<std::size_t>> equal;
  if (may_equal_other_texts(dictionary.type()))
    equal = equal_values(hierarchy, attribute, dictionary, recorded, progress);
  for (std::size_t v = 0; v < values.size(); ++v) {
    progress.checkpoint_at(v);
    const auto found = place_of.find(values[v]);
    std::optional<std::size_t> place;
    if (found != place_of.end()) {
      place = found->second;
    } else if (!equal.empty()) {
      place = equal[v];
    }
    if (!place) throw lacks_value(hierarchy, attribute, values[v]);
    for (std::size_t level = 1; level + 1 < hierarchy.levels; ++level) {
      const std::string& label = recorded[*place + level];
      memory.add(1, label.size());
      labels.at[level - 1].push_back(label);
    }
  }
  return labels;
}

Labels labels_of(const HierarchyRecord& hierarchy, const std::string& attribute,
                 const Dictionary& dictionary, const std::vector<std::string>& values,
                 const Progress& progress) {
  switch (hierarchy.kind) {
    case HierarchyKind::table:
      return look_up_labels(hierarchy, attribute, dictionary, values, progress);
    case HierarchyKind::interval:
      return compute_labels(hierarchy, attribute, interval_labels, values);
    case HierarchyKind::prefix:
      return compute_labels(hierarchy, attribute, prefix_labels, values);
    case HierarchyKind::date:
      return compute_labels(hierarchy, attribute, date_labels, values);
  }
  return {};
}

// Adds the next level. Labels are numbered in the order of the codes, NULL last.
void add_level(ResolvedHierarchy& resolved, const std::vector<std::string>& label_of_value,
               bool nullable, const Progress& progress) {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  std::vector<std::uint32_t> label_of_code;
  std::vector<std::optional<std::string>> labels;
  for (std::size_t v = 0; v < label_of_value.size(); ++v) {
    progress.checkpoint_at(v);
    const auto [number, is_new] =
        numbers.emplace(label_of_value[v], static_cast<std::uint32_t>(labels.size()));
    if (is_new) labels.emplace_back(label_of_value[v]);
    label_of_code.push_back(number->second);
  }
  if (nullable) {
    label_of_code.push_back(static_cast<std::uint32_t>(labels.size()));
    labels.emplace_back();
  }
  resolved.hierarchy.labels.push_back(static_cast<std::uint32_t>(labels.size()));
  resolved.hierarchy.label_of_code.push_back(std::move(label_of_code));
  resolved.labels.push_back(std::move(labels));
}

// Adds the level at which every value is a label of its own.
void add_values(ResolvedHierarchy& resolved, const std::vector<std::string>& values,
                bool nullable) {
  std::vector<std::optional<std::string>> labels(values.begin(), values.end());
  if (nullable) labels.emplace_back();
  std::vector<std::uint32_t> label_of_code(labels.size());
  std::iota(label_of_code.begin(), label_of_code.end(), 0U);
  resolved.hierarchy.labels.push_back(static_cast<std::uint32_t>(labels.size()));
  resolved.hierarchy.label_of_code.push_back(std::move(label_of_code));
  resolved.labels.push_back(std::move(labels));
}

void add_root(ResolvedHierarchy& resolved, const std::string& root, Code distinct) {
  resolved.hierarchy.labels.push_back(1);
  resolved.hierarchy.label_of_code.emplace_back(distinct, 0U);
  resolved.labels.push_back({root});
}

// Returns the argument's entry for each column, or a null pointer.
std::vector<const Json*> read_argument(const Source& source, const Json& given) {
  if (!given.is_object()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "hierarchies must be a JSON object")
        .hint(R"(As in '{"zipcode": "zip", "age": null}'.)");
  }
  std::vector<const Json*> said(source.columns.size());
  for (const auto& [attribute, hierarchy] : given.members()) {
    const std::size_t i = column_position(source, attribute, "hierarchies");
    if (!hierarchy.is_string() && !hierarchy.is_null()) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "the hierarchy of attribute " + in_quotes(attribute) +
                      " must be given by its name, not by a JSON " + hierarchy.type())
          .hint(R"(As in '{"zipcode": "zip", "age": null}'.)");
    }
    said[i] = &hierarchy;
  }
  return said;
}

}  // namespace

ResolvedHierarchy resolve_hierarchy(const std::string& name, const std::string& attribute,
                                    const Dictionary& dictionary, const Progress& progress) {
  const HierarchyRecord record = require_hierarchy(name);
  check_suits(record, attribute, dictionary.type());
  const std::vector<std::string> values = value_texts(dictionary, progress);
  const Labels labels = labels_of(record, attribute, dictionary, values, progress);
  ResolvedHierarchy resolved;
  resolved.name = name;
  add_values(resolved, values, dictionary.nullable());
  for (const std::vector<std::string>& label_of_value : labels.at)
    add_level(resolved, label_of_value, dictionary.nullable(), progress);
  add_root(resolved, labels.root, dictionary.distinct());
  if (!is_nested(resolved.hierarchy)) throw corrupted(record);
  return resolved;
}

ChosenHierarchies choose_hierarchies(const Source& source, const std::vector<AssignedRole>& roles,
                                     const std::optional<Json>& given) {
  ChosenHierarchies chosen(source.columns.size());
  const std::vector<const Json*> said =
      given ? read_argument(source, *given) : std::vector<const Json*>(source.columns.size());
  for (const DeclaredHierarchy& declared : declared_hierarchies(source.relation)) {
    const SourceColumn* column = source.find(declared.attribute);
    if (column == nullptr) continue;
    const auto i = static_cast<std::size_t>(column - source.columns.data());
    if (said[i] != nullptr || roles[i].role == Role::identifier) continue;
    require_usable(declared.hierarchy, {source.relation});
    chosen[i] = declared.hierarchy;
  }
  for (std::size_t i = 0; i < said.size(); ++i) {
    if (said[i] == nullptr) continue;
    chosen[i] = said[i]->text();
    if (!chosen[i]) continue;
    require_usable(*chosen[i]);
    if (roles[i].role == Role::identifier) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "attribute " +
                                                       in_quotes(source.columns[i].name) +
                                                       " is an identifier and has no hierarchy")
          .detail("Identifiers are left out.");
    }
    check_hierarchy(*chosen[i], source.columns[i]);
  }
  return chosen;
}

std::vector<std::optional<ResolvedHierarchy>> resolve_hierarchies(const ChosenHierarchies& chosen,
                                                                  const Table& table, Role role,
                                                                  const Progress& progress) {
  std::vector<std::optional<ResolvedHierarchy>> resolved(table.columns.size());
  for (std::size_t a = 0; a < resolved.size(); ++a) {
    const std::optional<std::string>& name = chosen[table.columns[a]];
    const Attribute& attribute = table.data.attributes[a];
    if (!name || attribute.role != role) continue;
    resolved[a] = resolve_hierarchy(*name, attribute.name, table.dictionaries[a], progress);
  }
  return resolved;
}

void set_hierarchies(const std::vector<std::optional<ResolvedHierarchy>>& resolved, Table& table) {
  for (std::size_t a = 0; a < resolved.size(); ++a) {
    if (resolved[a]) table.data.attributes[a].hierarchy = resolved[a]->hierarchy;
  }
}

void check_hierarchy(const std::string& name, const SourceColumn& attribute) {
  check_suits(require_hierarchy(name), attribute.name, attribute.type);
}

}  // namespace microdata::postgres
