#include "client/value_text.hpp"

namespace microdata::client {

namespace {

// Domains over the server's own types, which have numbers below 16384. A domain keeps its base type
// as long as it exists.
constexpr const char* domains_of_server_types = R"(
  WITH RECURSIVE base AS (
    SELECT a.atttypid AS domain, a.atttypid AS type FROM pg_catalog.pg_attribute a
    WHERE a.attrelid OPERATOR(pg_catalog.=) $1::pg_catalog.oid
      AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped
    UNION
    SELECT b.domain, t.typbasetype FROM base b
    JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) b.type
    WHERE t.typtype OPERATOR(pg_catalog.=) 'd')
  SELECT pg_catalog.array_agg(DISTINCT b.domain)
  FROM base b JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) b.type
  WHERE t.typtype OPERATOR(pg_catalog.<>) 'd' AND t.oid OPERATOR(pg_catalog.<) '16384'
    AND b.domain OPERATOR(pg_catalog.>=) '16384')";

}  // namespace

std::string output_text(const std::string& expression) {
  return "CASE WHEN pg_catalog.num_nulls(" + expression +
         ") OPERATOR(pg_catalog.=) 0 THEN pg_catalog.format('%s', " + expression + ") END";
}

std::string output_as(const std::string& expression, const std::string& type) {
  return "CAST(" + output_text(expression) + " AS pg_catalog." + type + ")";
}

JsonValues::JsonValues(Session& session, const std::string& relation_oid) {
  const Rows rows = session.query(domains_of_server_types, {relation_oid});
  domains_ = rows.is_null(0, 0) ? "{}" : std::string(rows.at(0, 0));
}

std::string JsonValues::of(const std::string& expression) const {
  const std::string type = "pg_catalog.pg_typeof(" + expression + ")::pg_catalog.oid";
  // The elements of an anyarray, as in pg_stats, can be of any type.
  return "CASE WHEN " + type + " OPERATOR(pg_catalog.<) '16384' AND " + type +
         " OPERATOR(pg_catalog.<>) '2277' OR " + type + " OPERATOR(pg_catalog.=) ANY ('" +
         domains_ + "'::pg_catalog.oid[]) THEN pg_catalog.to_json(" + expression +
         ") ELSE pg_catalog.to_json(" + output_text(expression) + ") END";
}

}  // namespace microdata::client
