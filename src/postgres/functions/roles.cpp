#include "postgres/source/roles.hpp"

#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/result_set.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/server/writable.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/role_name.hpp"

// declare_roles and microdata.assigned_roles.

namespace microdata::postgres {

namespace {

Datum declare(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  require_writable("declare_roles()");
  const Source source =
      open_for_declaration(arguments.relation("source"), "roles", "Give them in the call.");
  declare_roles(source, given_roles(arguments));
  return 0;
}

Datum assigned(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Source source = open_source(arguments.relation("source"));
  const std::vector<AssignedRole> roles = assign_roles(source, given_roles(arguments));
  for (std::size_t c = 0; c < source.columns.size(); ++c) {
    const SourceColumn& column = source.columns[c];
    // Identifiers are not read; of other columns a call would fail as well.
    if (!may_select(source, column)) {
      if (roles[c].role == Role::identifier && !roles[c].subject) continue;
      throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE, "permission denied for column " +
                                                      in_quotes(column.name) + " of " +
                                                      in_quotes(source.name));
    }
    result.add({column.name, role_name(roles[c].role), roles[c].subject ? "t" : "f"});
  }
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_declare_roles, microdata::postgres::declare)
MICRODATA_FUNCTION(pg_microdata_assigned_roles, microdata::postgres::assigned)
