#include "client/one_moment.hpp"

namespace microdata::client {

std::string relation_oid(Session& session, const std::string& relation) {
  const Rows rows =
      session.query("SELECT CAST(CAST($1 AS pg_catalog.regclass) AS pg_catalog.oid)", {relation});
  return std::string(rows.at(0, 0));
}

std::string readable_name(Session& session, const std::string& oid) {
  const Rows rows = session.query(
      "SELECT microdata.readable_name($1::pg_catalog.oid::pg_catalog.regclass)", {oid});
  return std::string(rows.at(0, 0));
}

void begin_one_moment(Session& session, bool read_only) {
  session.query(std::string("BEGIN ISOLATION LEVEL REPEATABLE READ") +
                (read_only ? " READ ONLY" : ""));
  for (const char* setting :
       {"search_path = pg_catalog, pg_temp", "standard_conforming_strings = on",
        "DateStyle = 'ISO, YMD'", "IntervalStyle = 'iso_8601'", "TimeZone = 'UTC'",
        "extra_float_digits = 1", "bytea_output = 'hex'", "lc_monetary = 'C'",
        "quote_all_identifiers = off",
        // Planning by CHECK constraints would evaluate expressions of the tables' owners.
        "constraint_exclusion = off"})
    session.query(std::string("SET LOCAL ") + setting);
}

}  // namespace microdata::client
