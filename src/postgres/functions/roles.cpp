#include "postgres/roles.hpp"

#include "postgres/arguments.hpp"
#include "postgres/guard.hpp"
#include "postgres/settings.hpp"
#include "postgres/slicing_arguments.hpp"
#include "postgres/source.hpp"
#include "postgres/spi.hpp"
#include "postgres/text.hpp"

// declare_roles.

namespace microdata::postgres {

namespace {

constexpr SlicingPositions declare_roles_at{
    .sensitive = 1, .identifiers = 2, .insensitive = 3, .quasi_identifiers = 4};

Datum declare(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Oid relation = arguments.relation(0, "source");
  require_owner(relation);
  // Two sessions that declare at once wait for each other.
  const Source source = open_source(relation, ShareUpdateExclusiveLock);
  require_owner(relation);
  if (source.temporary) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "cannot declare roles of the temporary table " + in_quotes(source.name))
        .hint("Give them in the call.");
  }
  declare_roles(source, given_roles(arguments, declare_roles_at));
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_declare_roles, microdata::postgres::declare)
