#include "postgres/source/column_families.hpp"

#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// Columns have one name wherever they are inherited.
constexpr const char* with_families =
    "WITH RECURSIVE shown (position, relation, attribute) AS ("
    "SELECT s.position, a.attrelid, a.attname FROM ROWS FROM ("
    "pg_catalog.unnest($1::pg_catalog.int4[]), pg_catalog.unnest($2::pg_catalog.oid[]), "
    "pg_catalog.unnest($3::pg_catalog.int2[])) s (position, relation, number) "
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = s.relation AND a.attnum = s.number), "
    "heir (origin, relation) AS ("
    "SELECT DISTINCT s.relation, s.relation FROM shown s UNION "
    "SELECT h.origin, i.inhrelid FROM heir h JOIN pg_catalog.pg_inherits i "
    "ON i.inhparent = h.relation), "
    "ancestor (origin, relation) AS ("
    "SELECT DISTINCT s.relation, s.relation FROM shown s UNION "
    "SELECT h.origin, i.inhparent FROM ancestor h JOIN pg_catalog.pg_inherits i "
    "ON i.inhrelid = h.relation), "
    "family (origin, relation) AS (SELECT * FROM heir UNION SELECT * FROM ancestor), ";

std::string array_of(const std::vector<std::string>& elements) {
  return "{" + join(elements, ",") + "}";
}

}  // namespace

std::vector<ResultRow> query_families(const std::vector<ShownColumn>& columns,
                                      const char* statement) {
  std::vector<std::string> positions;
  std::vector<std::string> relations;
  std::vector<std::string> numbers;
  for (const ShownColumn& column : columns) {
    positions.push_back(std::to_string(column.position));
    relations.push_back(std::to_string(column.relation));
    numbers.push_back(std::to_string(column.number));
  }
  const CatalogScope scope;
  const std::string whole = std::string(with_families) + statement;
  return query(whole.c_str(), {array_of(positions), array_of(relations), array_of(numbers)});
}

std::vector<ResultRow> query_families(const Source& source, const char* statement) {
  return query_families(shown_columns(source), statement);
}

}  // namespace microdata::postgres
