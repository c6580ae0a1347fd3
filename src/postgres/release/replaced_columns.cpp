#include "postgres/release/replaced_columns.hpp"

#include <algorithm>

#include "postgres/server/spi.hpp"

namespace microdata::postgres {

namespace {

// A target of statistics is -1, or from 17 on NULL, where nobody has set it.
constexpr const char* columns_query =
    "SELECT a.attname, pg_catalog.concat(pg_catalog.format_type(a.atttypid, a.atttypmod), ' ', "
    "a.attcollation), a.attacl, pg_catalog.concat_ws(', ', "
    "CASE WHEN NULLIF(a.attstattarget, -1) IS NOT NULL THEN "
    "pg_catalog.format('ALTER COLUMN %I SET STATISTICS %s', a.attname, a.attstattarget) END, "
    "(SELECT pg_catalog.format('ALTER COLUMN %I SET (%s)', a.attname, pg_catalog.string_agg("
    "pg_catalog.format('%I=%L', x.option_name, x.option_value), ', ')) "
    "FROM pg_catalog.pg_options_to_table(a.attoptions) x "
    "WHERE x.option_name IN ('n_distinct', 'n_distinct_inherited') HAVING pg_catalog.count(*) > "
    "0)), "
    "pg_catalog.concat_ws(', ', CASE WHEN a.attstorage <> t.typstorage THEN "
    "pg_catalog.format('ALTER COLUMN %I SET STORAGE %s', a.attname, CASE a.attstorage "
    "WHEN 'p' THEN 'plain' WHEN 'e' THEN 'external' WHEN 'm' THEN 'main' ELSE 'extended' END) END, "
    "CASE WHEN a.attcompression <> '' THEN pg_catalog.format('ALTER COLUMN %I SET COMPRESSION %s', "
    "a.attname, CASE a.attcompression WHEN 'l' THEN 'lz4' ELSE 'pglz' END) END), a.attnotnull "
    "FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid "
    "WHERE a.attrelid = $1::pg_catalog.oid AND a.attnum > 0 AND NOT a.attisdropped "
    "ORDER BY a.attnum";

}  // namespace

std::vector<ReplacedColumn> replaced_columns(Oid relation) {
  std::vector<ReplacedColumn> columns;
  for (const ResultRow& row : query(columns_query, {std::to_string(relation)})) {
    columns.push_back({*row[0], std::nullopt, false, *row[1], row[2], row[3].value_or(""),
                       row[4].value_or(""), row[5] == "t", std::nullopt});
  }
  return columns;
}

void find_sources(const Release& release, Oid relation, std::vector<ReplacedColumn>& columns) {
  // A view on the release's tables has their names.
  const bool has_own = std::any_of(
      release.attributes.begin(), release.attributes.end(),
      [&](const ReleaseAttribute& attribute) { return attribute.relation == relation; });
  for (ReplacedColumn& column : columns) {
    for (const ReleaseAttribute& attribute : release.attributes) {
      if (attribute.name != column.name || (has_own && attribute.relation != relation)) continue;
      column.is_attribute = true;
      if (!attribute.source_name.empty()) column.source_name = attribute.source_name;
    }
  }
}

}  // namespace microdata::postgres
