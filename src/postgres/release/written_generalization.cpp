#include "postgres/release/written_generalization.hpp"

#include "postgres/release/shown_lists.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/list_texts.hpp"

namespace microdata::postgres {

namespace {

// The label of a code at a level; nothing for NULL. An attribute without a hierarchy has its values
// and all of them together.
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

DefinedColumn defined_column(const Table& table, std::size_t attribute,
                             std::span<const Row> linking,
                             const std::vector<WrittenAttribute>& written,
                             std::span<const Row> class_at) {
  const Dictionary& dictionary = table.dictionaries[attribute];
  const std::string& name = table.data.attributes[attribute].name;
  DefinedColumn column{{name, type_in_ddl(dictionary.type())}, {}};
  column.output.linking = linking;
  column.output.codes = table.data.columns[attribute];
  column.output.dictionary = &dictionary;
  column.output.is_varlena = dictionary.type().is_varlena();
  for (const WrittenAttribute& w : written) {
    if (w.attribute != attribute) continue;
    column.definition.type = w.type;
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
