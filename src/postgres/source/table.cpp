#include "postgres/source/table.hpp"

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/identifier_warnings.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

Attribute make_attribute(const std::string& name, Role role, const Dictionary& dictionary) {
  Attribute attribute;
  attribute.name = name;
  attribute.role = role;
  attribute.distinct = dictionary.distinct();
  attribute.divisible = dictionary.type().comparison != Comparison::text;
  attribute.nullable = dictionary.nullable();
  attribute.projection = dictionary.projection();
  return attribute;
}

Table read_table(const Source& source, const std::vector<AssignedRole>& roles,
                 const Progress& progress) {
  Table table;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < source.columns.size(); ++i) {
    if (roles[i].role == Role::identifier) continue;
    table.columns.push_back(i);
    table.dictionaries.emplace_back(source.columns[i].type);
    names.push_back(source.columns[i].name);
  }
  if (names.empty()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "relation " + in_quotes(source.name) + " has no column to publish")
        .detail("All of its columns are identifiers.");
  }
  std::vector<Dictionary*> dictionaries;
  for (Dictionary& dictionary : table.dictionaries)
    dictionaries.push_back(&dictionary);

  progress.phase("read");
  std::vector<std::vector<Code>> codes = read_columns(source.relation, names, dictionaries);
  table.data.rows = row_count(codes);
  if (table.data.rows == 0) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "relation " + in_quotes(source.name) + " has no rows")
        .hint("There is nobody to publish data about.");
  }
  for (std::size_t a = 0; a < names.size(); ++a) {
    Dictionary& dictionary = table.dictionaries[a];
    dictionary.finish(progress);
    dictionary.translate(codes[a], progress);
    table.data.attributes.push_back(
        make_attribute(names[a], roles[table.columns[a]].role, dictionary));
    table.data.columns.push_back(std::move(codes[a]));
  }
  warn_of_identifiers(source, roles, table, progress);
  return table;
}

}  // namespace microdata::postgres
