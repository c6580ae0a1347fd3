#include "postgres/catalog/series_owners.hpp"

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

const char* owner_in_series_record() {
  return "s.holder::pg_catalog.oid";
}

bool may_see_series(const Parameter& source, const Parameter& owner) {
  return query(
             "SELECT microdata.may_see_series($1::pg_catalog.oid::pg_catalog.regclass, "
             "$2::pg_catalog.oid::pg_catalog.regclass)",
             {source, owner})[0][0] == "t";
}

const char* last_owner_of_source() {
  return "(SELECT v.relowner FROM pg_catalog.pg_class v WHERE v.oid = s.holder::pg_catalog.oid)";
}

std::optional<Oid> holder_of_series(std::int32_t series) {
  const std::vector<ResultRow> rows = query(
      "SELECT c.oid FROM microdata.series_record s "
      "JOIN pg_catalog.pg_class c ON c.oid = s.holder "
      "WHERE s.series_id = $1::pg_catalog.int4",
      {std::to_string(series)});
  if (rows.empty()) return std::nullopt;
  return static_cast<Oid>(std::stoul(*rows[0][0]));
}

void forget_holders_of_series(const std::string& gone) {
  query(
      "UPDATE microdata.series_record SET holder = NULL WHERE holder = ANY ($1::pg_catalog.oid[])",
      {gone});
}

void follow_owners_of_series(const std::string& altered) {
  // Its former owner may have put rules on the view, or another query into it: the new owner is
  // given another view.
  for (const ResultRow& row :
       query("SELECT h.oid, s.series_id, c.relowner "
             "FROM microdata.series_record s JOIN pg_catalog.pg_class c ON c.oid = s.source "
             "JOIN pg_catalog.pg_class h ON h.oid = s.holder AND h.relowner <> c.relowner "
             "WHERE s.source = ANY ($1::pg_catalog.oid[])",
             {altered})) {
    query(
        "UPDATE microdata.series_record SET holder = microdata.make_holder('series', "
        "$2::pg_catalog.oid::pg_catalog.regrole) WHERE series_id = $1::pg_catalog.int4",
        {row[1], row[2]});
    execute("DROP VIEW " + qualified_name(static_cast<Oid>(std::stoul(*row[0]))) + " CASCADE");
  }
}

}  // namespace microdata::postgres
