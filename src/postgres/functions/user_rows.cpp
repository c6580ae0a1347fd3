#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

// microdata.value_of and microdata.insert_rows: how functions in PL/pgSQL read users' relations, as
// query_rows() does.

namespace microdata::postgres {

namespace {

// The caller's statement in one of the extension's, where a command that returns no rows is a
// syntax error. It runs with no more rights than the caller has.
std::string rows_of(const std::string& statement) {
  return "SELECT s.* FROM (" + statement + "\n) s";
}

Datum value_of(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const std::string statement = arguments.text("statement");
  std::vector<ResultRow> rows;
  {
    const SpiSession spi;
    const SafeSearchPath path;
    rows = query_rows(rows_of(statement) + " LIMIT 1", Author::caller);
  }
  if (rows.empty() || rows.front().empty() || !rows.front().front()) {
    fcinfo->isnull = true;
    return 0;
  }
  const std::string& value = *rows.front().front();
  return guarded([&] {
    return PointerGetDatum(cstring_to_text_with_len(value.data(), static_cast<int>(value.size())));
  });
}

Datum insert_into(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const std::string target = qualified_name(arguments.relation("target"));
  const std::string statement = arguments.text("statement");
  const SpiSession spi;
  const SafeSearchPath path;
  return Int64GetDatum(insert_rows(target, rows_of(statement), Author::caller));
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_value_of, microdata::postgres::value_of)
MICRODATA_FUNCTION(pg_microdata_insert_rows, microdata::postgres::insert_into)
