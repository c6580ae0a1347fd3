#include "postgres/roles.hpp"

#include "postgres/arguments.hpp"
#include "postgres/guard.hpp"
#include "postgres/settings.hpp"
#include "postgres/slicing_arguments.hpp"
#include "postgres/source.hpp"
#include "postgres/spi.hpp"

// declare_roles.

namespace microdata::postgres {

namespace {

constexpr SlicingPositions declare_roles_at{
    .sensitive = 1, .identifiers = 2, .insensitive = 3, .quasi_identifiers = 4};

Datum declare(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Source source =
      open_for_declaration(arguments.relation(0, "source"), "roles", "Give them in the call.");
  declare_roles(source, given_roles(arguments, declare_roles_at));
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_declare_roles, microdata::postgres::declare)
