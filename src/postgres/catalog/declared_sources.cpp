#include "postgres/catalog/declared_sources.hpp"

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"

namespace microdata::postgres {

void remember_attributes(Oid source, std::optional<std::size_t> subject_size) {
  const std::size_t remembered = subject_size ? *subject_size : declared_subject_size(source);
  const CatalogScope scope;
  const std::string number = std::to_string(source);
  query("DELETE FROM microdata.declared_source_record WHERE source = $1::pg_catalog.oid", {number});
  query(
      "INSERT INTO microdata.declared_source_record (source, attributes, subject_size) "
      "SELECT $1::pg_catalog.oid, ARRAY(SELECT a.attname FROM pg_catalog.pg_attribute a "
      "WHERE a.attrelid = $1::pg_catalog.oid AND a.attnum > 0 AND NOT a.attisdropped), "
      "$2::pg_catalog.int4",
      {number, std::to_string(remembered)});
}

std::size_t declared_subject_size(Oid source) {
  const CatalogScope scope;
  const std::vector<ResultRow> rows = query(
      "SELECT subject_size FROM microdata.declared_source_record "
      "WHERE source = $1::pg_catalog.oid",
      {std::to_string(source)});
  return rows.empty() ? 0 : std::stoul(*rows.front()[0]);
}

std::vector<AttrNumber> attributes_added(Oid source) {
  const CatalogScope scope;
  std::vector<AttrNumber> added;
  for (const ResultRow& row :
       query("SELECT a.attnum FROM microdata.declared_source_record r "
             "JOIN pg_catalog.pg_attribute a ON a.attrelid = r.source "
             "WHERE r.source = $1::pg_catalog.oid AND a.attnum > 0 AND NOT a.attisdropped "
             "AND a.attnum <> ALL (r.attnums) ORDER BY a.attnum",
             {std::to_string(source)})) {
    added.push_back(static_cast<AttrNumber>(std::stoi(*row[0])));
  }
  return added;
}

void follow_in_declared_sources(const std::string& altered) {
  query(
      "UPDATE microdata.declared_source_record r SET attributes = n.names, attnums = n.numbers "
      "FROM microdata.declared_source_record p CROSS JOIN LATERAL ("
      "SELECT COALESCE(pg_catalog.array_agg(a.attname ORDER BY a.attnum), '{}') AS names, "
      "COALESCE(pg_catalog.array_agg(a.attnum ORDER BY a.attnum), '{}') AS numbers "
      "FROM pg_catalog.unnest(p.attnums) u (n) JOIN pg_catalog.pg_attribute a "
      "ON a.attrelid = p.source AND a.attnum = u.n AND NOT a.attisdropped) n "
      "WHERE p.source = ANY ($1::pg_catalog.oid[]) AND r.source = p.source "
      "AND (n.names <> r.attributes OR n.numbers <> r.attnums)",
      {altered});
}

void forget_declared_sources(const std::string& gone) {
  query("DELETE FROM microdata.declared_source_record WHERE source = ANY ($1::pg_catalog.oid[])",
        {gone});
}

}  // namespace microdata::postgres
