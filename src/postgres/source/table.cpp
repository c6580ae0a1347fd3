#include "postgres/source/table.hpp"

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

namespace {

// A text column looks like an identifier when it has this share of the rows in distinct values, an
// integer column when no value occurs twice; and both when there are at least so many of them.
constexpr double identifying_share = 0.9;
constexpr Code identifying_values = 10;

void warn_of_identifiers(const Source& source, const std::vector<AssignedRole>& roles,
                         const Table& table) {
  for (std::size_t a = 0; a < table.columns.size(); ++a) {
    const SourceColumn& column = source.columns[table.columns[a]];
    const Code distinct = table.data.attributes[a].distinct;
    const bool is_number = column.type.projection == Projection::integer;
    const double share = is_number ? 1 : identifying_share;
    if (roles[table.columns[a]].chosen || !(column.type.is_text || is_number) ||
        distinct < identifying_values || distinct < share * table.data.rows) {
      continue;
    }
    report(WARNING,
           "column " + in_quotes(column.name) + " has " + std::to_string(distinct) +
               " distinct values in " + std::to_string(table.data.rows) +
               " rows and will be published",
           {},
           "If it names persons, add it to identifiers; if not, say so with quasi_identifiers or "
           "insensitive.");
  }
}

}  // namespace

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
  warn_of_identifiers(source, roles, table);
  return table;
}

}  // namespace microdata::postgres
