#include "client/value_text.hpp"

namespace microdata::client {

namespace {

// The server's own objects have numbers below 16384.
constexpr const char* columns_of_other_types = R"(
  WITH RECURSIVE base AS (
    SELECT a.attname, a.atttypid AS type FROM pg_catalog.pg_attribute a
    WHERE a.attrelid OPERATOR(pg_catalog.=) $1::pg_catalog.regclass
      AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped
    UNION ALL
    SELECT b.attname, t.typbasetype FROM base b
    JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) b.type
    WHERE t.typtype OPERATOR(pg_catalog.=) 'd')
  SELECT b.attname FROM base b JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) b.type
  WHERE t.typtype OPERATOR(pg_catalog.<>) 'd' AND t.oid OPERATOR(pg_catalog.>=) '16384')";

}  // namespace

std::string output_text(const std::string& expression) {
  return "CASE WHEN pg_catalog.num_nulls(" + expression +
         ") OPERATOR(pg_catalog.=) 0 THEN pg_catalog.format('%s', " + expression + ") END";
}

std::set<std::string> foreign_columns(Session& session, const std::string& relation) {
  std::set<std::string> names;
  const Rows rows = session.query(columns_of_other_types, {relation});
  for (int row = 0; row < rows.size(); ++row)
    names.emplace(rows.at(row, 0));
  return names;
}

}  // namespace microdata::client
