#include "postgres/release/written_generalization.hpp"

#include <algorithm>
#include <numeric>

#include "postgres/regions/memory.hpp"
#include "postgres/release/subject_release.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

constexpr double most_bytes = 16.0 * 1024 * 1024;
constexpr double most_bytes_of_row = 4096;
// Number of bytes per row below which lists are not mentioned.
constexpr double few_bytes_of_row = 100;

struct Sums {
  double rows = 0;
  double bytes = 0;
  // Bytes of the rows with long lists.
  double bytes_of_long = 0;
  // Bytes by list, in the order of `lists`.
  std::vector<double> of_list;
};

Sums sum_up(const std::vector<ShownLists>& lists, std::span<const std::size_t> rows,
            const Progress& progress) {
  Sums sums;
  sums.of_list.resize(lists.size());
  for (std::size_t c = 0; c < rows.size(); ++c) {
    progress.checkpoint_at(c);
    const auto size = static_cast<double>(rows[c]);
    double of_row = 0;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const double bytes = lists[i].bytes[lists[i].value_of_class[c]];
      of_row += bytes;
      sums.of_list[i] += bytes * size;
    }
    sums.rows += size;
    sums.bytes += of_row * size;
    if (of_row > most_bytes_of_row) sums.bytes_of_long += of_row * size;
  }
  return sums;
}

// True if Mondrian would show a list as well, because the attribute has neither ranges nor a
// hierarchy.
bool stays_a_list(const Table& table, const TableHierarchies& hierarchies, std::size_t a) {
  const bool has_hierarchy = a < hierarchies.size() && hierarchies[a].has_value();
  return !has_hierarchy && !generalized_type(table.dictionaries[a].type()).is_range();
}

// Returns the attributes for which Mondrian would show long lists as well.
std::vector<std::string> without_hierarchy(const Table& table, const TableHierarchies& hierarchies,
                                           const std::vector<ShownLists>& lists, const Sums& sums) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const std::size_t a = lists[i].attribute;
    if (!stays_a_list(table, hierarchies, a)) continue;
    if (sums.of_list[i] > few_bytes_of_row * sums.rows)
      names.push_back(in_quotes(table.data.attributes[a].name));
  }
  return names;
}

// True if attributes for which Mondrian would show lists as well take most of the lists' bytes,
// however few bytes each takes.
bool are_many_lists(const Table& table, const TableHierarchies& hierarchies,
                    const std::vector<ShownLists>& lists, const Sums& sums) {
  double of_shown = 0;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (stays_a_list(table, hierarchies, lists[i].attribute)) of_shown += sums.of_list[i];
  }
  return 2 * of_shown > sums.bytes;
}

// Returns a HINT. `many` is true if many attributes without a hierarchy take most of the bytes.
std::string what_helps(const std::vector<std::string>& names, bool many, ListKind kind) {
  const std::string smaller = "ask for smaller classes: a smaller k or l";
  if (kind == ListKind::regions)
    return "Leave the attribute out with identifiers, or ask for smaller regions: a smaller k or "
           "l.";
  const std::string mondrian =
      kind == ListKind::multisets ? "recoding => 'mondrian' and " : std::string();
  if (names.empty() && !many && kind == ListKind::multisets)
    return "Use recoding => 'mondrian', or " + smaller + ".";
  if (names.empty())
    return "Use " + mondrian +
           "hierarchies of the attributes, which create_hierarchy() and create_prefix_hierarchy() "
           "make; or " +
           smaller + "; or leave attributes out with identifiers.";
  return "Use " + mondrian + (names.size() == 1 ? "a hierarchy of " : "hierarchies of ") +
         join(names) + ", which create_hierarchy() and create_prefix_hierarchy() make; or " +
         smaller + "; or leave attributes out with identifiers.";
}

std::vector<double> bytes_of_lists(const Dictionary& dictionary,
                                   const GeneralizedAttribute& attribute, WholeDomain whole) {
  const bool sets = attribute.kind == GeneralizedAttribute::Kind::set;
  ListTexts lists(dictionary, sets ? ListForm::set : ListForm::multiset);
  std::vector<double> bytes;
  for (const GeneralizedValue& value : attribute.values) {
    const bool is_list = value.codes.size() > 1;
    const bool everything = sets && shows_everything(dictionary, value.codes, whole);
    bytes.push_back(!is_list     ? 0
                    : everything ? VARHDRSZ + 1
                                 : lists.bytes(value.codes, value.counts));
  }
  return bytes;
}

std::string in_place_of(ListKind kind, bool all_stay) {
  if (kind == ListKind::multisets && !all_stay) {
    return " With recoding => 'mondrian', ranges or labels of hierarchies stand in place of lists.";
  }
  if (kind == ListKind::multisets) {
    return " With recoding => 'mondrian', a hierarchy shows one label in place of a list: "
           "create_hierarchy() and create_prefix_hierarchy() make them.";
  }
  return " A hierarchy shows one label in place of a list: create_hierarchy() and "
         "create_prefix_hierarchy() make them.";
}

// Fails if the lists of a class, with the least bytes of the other attributes, do not fit into a
// row of one table.
void require_rows_fit(const Table& table, const std::vector<GeneralizedAttribute>& attributes,
                      const std::vector<ShownLists>& lists, std::size_t classes, ListKind kind,
                      bool all_stay, const Progress& progress) {
  double of_others = 0;
  for (const GeneralizedAttribute& attribute : attributes) {
    if (attribute.kind == GeneralizedAttribute::Kind::range)
      of_others +=
          static_cast<double>(least_bytes_of_range(table.dictionaries[attribute.attribute]));
  }
  std::vector<double> of_class(classes, of_others);
  for (const ShownLists& list : lists) {
    for (std::size_t c = 0; c < classes; ++c) {
      progress.checkpoint_at(c);
      const double bytes = list.bytes[list.value_of_class[c]];
      if (bytes > 0) of_class[c] += least_bytes_of_text(bytes);
    }
  }
  if (classes == 0) return;
  require_row_with_lists_fits(*std::max_element(of_class.begin(), of_class.end()),
                              attributes.size(), in_place_of(kind, all_stay));
}

// Fails if the lists exceed the memory limit, because all lists are held at once.
void require_memory(const std::vector<ShownLists>& lists, double rows, const std::string& what) {
  double bytes = 0;
  for (const ShownLists& list : lists)
    bytes = std::accumulate(list.bytes.begin(), list.bytes.end(), bytes);
  if (bytes <= static_cast<double>(memory_limit_bytes())) return;
  fail_above_limit(what + " of the release", static_cast<std::int64_t>(rows),
                   static_cast<std::int64_t>(bytes), "");
}

}  // namespace

void check_lists(const Table& table, const TableHierarchies& hierarchies,
                 const std::vector<ShownLists>& lists, std::span<const std::size_t> rows,
                 ListKind kind, const Progress& progress) {
  if (lists.empty()) return;
  const Sums sums = sum_up(lists, rows, progress);
  const std::string what = kind == ListKind::multisets ? "the multisets" : "the lists of values";
  if (sums.bytes_of_long <= most_bytes) {
    require_memory(lists, sums.rows, what);
    return;
  }
  const auto largest = static_cast<std::size_t>(
      std::max_element(sums.of_list.begin(), sums.of_list.end()) - sums.of_list.begin());
  constexpr double megabyte = 1024.0 * 1024;
  throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED,
              what + " of the release would take " + rounded(sums.bytes / megabyte, 0) + " MB")
      .detail("That is " + rounded(sums.bytes / sums.rows, 0) + " bytes a row, " +
              rounded(sums.of_list[largest] / sums.rows, 0) + " of them for " +
              in_quotes(table.data.attributes[lists[largest].attribute].name) +
              ". Rows with more than " + rounded(most_bytes_of_row, 0) + " bytes may take " +
              rounded(most_bytes / megabyte, 0) + " MB.")
      .hint(what_helps(without_hierarchy(table, hierarchies, lists, sums),
                       are_many_lists(table, hierarchies, lists, sums), kind));
}

void check_lists(const Table& table, const TableHierarchies& hierarchies,
                 const std::vector<GeneralizedAttribute>& attributes, const TuplePartition& classes,
                 WholeDomain whole, const Progress& progress) {
  using Kind = GeneralizedAttribute::Kind;
  std::vector<ShownLists> lists;
  ListKind lists_are = ListKind::sets;
  for (const GeneralizedAttribute& attribute : attributes) {
    if (attribute.kind != Kind::set && attribute.kind != Kind::multiset) continue;
    if (attribute.kind == Kind::multiset) lists_are = ListKind::multisets;
    lists.push_back({attribute.attribute,
                     bytes_of_lists(table.dictionaries[attribute.attribute], attribute, whole),
                     attribute.value_of_class});
  }
  std::vector<std::size_t> rows;
  for (std::size_t c = 0; c < classes.buckets(); ++c)
    rows.push_back(classes.bucket(c).size());
  // A row too big for a page stays too big in smaller classes, and a remedy for rows also shortens
  // the lists; so this check comes first.
  const bool all_stay = std::all_of(lists.begin(), lists.end(), [&](const ShownLists& list) {
    return stays_a_list(table, hierarchies, list.attribute);
  });
  if (!has_several_rows(table))
    require_rows_fit(table, attributes, lists, rows.size(), lists_are, all_stay, progress);
  check_lists(table, hierarchies, lists, rows, lists_are, progress);
}

namespace {

// Returns the label of a code at a level; nothing for NULL. An attribute without a hierarchy has
// two levels: its values, and all of them together.
std::optional<std::string> label_text(const Dictionary& dictionary,
                                      const std::optional<ResolvedHierarchy>& hierarchy, Code code,
                                      std::size_t level) {
  if (hierarchy) {
    return hierarchy->labels[level][hierarchy->hierarchy.label_of_code[level][code]];
  }
  if (level > 0) return everything_label;
  if (dictionary.is_null(code)) return std::nullopt;
  return without_padding(dictionary.type(), dictionary.text(code));
}

GeneralizedValues published_values(const Table& table, const TableHierarchies& hierarchies,
                                   const GeneralizedAttribute& attribute, WholeDomain whole) {
  const Dictionary& dictionary = table.dictionaries[attribute.attribute];
  if (attribute.kind == GeneralizedAttribute::Kind::range ||
      attribute.kind == GeneralizedAttribute::Kind::set) {
    std::vector<std::vector<Code>> regions;
    for (const GeneralizedValue& value : attribute.values)
      regions.push_back(value.codes);
    return generalize_values(
        dictionary, regions,
        attribute.kind == GeneralizedAttribute::Kind::set ? whole : WholeDomain::values);
  }
  GeneralizedValues result;
  ListTexts lists(dictionary, ListForm::multiset);
  for (const GeneralizedValue& value : attribute.values) {
    check_for_interrupts();
    const std::optional<std::string> text =
        attribute.kind == GeneralizedAttribute::Kind::multiset
            ? lists.text(value.codes, value.counts)
            : label_text(dictionary, hierarchies[attribute.attribute], value.codes.front(),
                         value.level);
    result.values.push_back(text ? text_datum(*text) : 0);
    result.nulls.push_back(text ? 0 : 1);
  }
  return result;
}

}  // namespace

std::string written_type(const Table& table, const GeneralizedAttribute& attribute) {
  return attribute.kind == GeneralizedAttribute::Kind::range
             ? generalized_type(table.dictionaries[attribute.attribute].type()).ddl
             : "pg_catalog.text";
}

Oid shown_type(const AttributeType& type) {
  const GeneralizedType shown = generalized_type(type);
  return shown.is_range() ? shown.range : TEXTOID;
}

std::vector<WrittenAttribute> written_by_class(const Table& table,
                                               const TableHierarchies& hierarchies,
                                               const TuplePartition& classes,
                                               const std::vector<GeneralizedAttribute>& attributes,
                                               const Progress& progress, WholeDomain whole) {
  check_lists(table, hierarchies, attributes, classes, whole, progress);
  std::vector<WrittenAttribute> result;
  for (const GeneralizedAttribute& attribute : attributes) {
    WrittenAttribute written;
    written.attribute = attribute.attribute;
    written.type = written_type(table, attribute);
    written.values = published_values(table, hierarchies, attribute, whole);
    written.value_of_class = attribute.value_of_class;
    result.push_back(std::move(written));
  }
  return result;
}

std::vector<WrittenAttribute> written_attributes(
    const Table& table, const TableHierarchies& hierarchies, const TuplePartition& classes,
    const std::vector<GeneralizedAttribute>& attributes, const Progress& progress) {
  std::vector<WrittenAttribute> result =
      written_by_class(table, hierarchies, classes, attributes, progress);
  for (WrittenAttribute& written : result) {
    written.value_of_row.resize(table.data.rows);
    for (std::size_t c = 0; c < classes.buckets(); ++c) {
      progress.checkpoint();
      for (const Row row : classes.bucket(c))
        written.value_of_row[row] = written.value_of_class[c];
    }
  }
  return result;
}

DraftColumn draft_column(const Table& table, std::size_t attribute, int group,
                         std::span<const Row> linking, const std::vector<WrittenAttribute>& written,
                         std::span<const Row> class_at) {
  DraftColumn column = draft_column(table, attribute, group, linking);
  for (const WrittenAttribute& w : written) {
    if (w.attribute != attribute) continue;
    column.definition.type = w.type;
    column.shown->generalized = true;
    column.output.codes = class_at.empty() ? w.value_of_row : w.value_of_class;
    if (!class_at.empty()) column.output.linking = class_at;
    column.output.dictionary = nullptr;
    column.output.values = w.values.values;
    column.output.nulls = w.values.nulls;
    column.output.is_varlena = true;
  }
  return column;
}

void cut_where_ranges_end(Table& table, const Progress& progress) {
  for (std::size_t a = 0; a < table.data.attributes.size(); ++a) {
    Attribute& attribute = table.data.attributes[a];
    if (attribute.role == Role::quasi_identifier && !attribute.hierarchy)
      attribute.same_end = same_ends(table.dictionaries[a], progress);
  }
}

void leave_ranges_to_ranges(Table& table) {
  for (std::size_t a = 0; a < table.data.attributes.size(); ++a) {
    Attribute& attribute = table.data.attributes[a];
    if (attribute.role != Role::quasi_identifier) continue;
    if (!generalized_type(table.dictionaries[a].type()).is_range()) attribute.projection.clear();
  }
}

}  // namespace microdata::postgres
