#include "postgres/source/roles.hpp"

#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/source.hpp"

// declare_roles.

namespace microdata::postgres {

namespace {

Datum declare(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Source source =
      open_for_declaration(arguments.relation("source"), "roles", "Give them in the call.");
  declare_roles(source, given_roles(arguments));
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_declare_roles, microdata::postgres::declare)
