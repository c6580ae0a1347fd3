#include "postgres/server/api.hpp"

#include <string>

#include "postgres/catalog/stand_in.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/publishing_call.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/result_set.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/source.hpp"

// microdata.publishing_call, microdata.publishing_function, microdata.source_of and
// microdata.stand_in.

namespace microdata::postgres {

namespace {

Datum publishing_call(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const auto [relation, name, release, operations] =
      given_release(arguments, Counterfeits::as_published);
  require_source(release, name, "It is the source that would be published again.");
  // Fails where row security hides rows, as publishing would.
  (void)open_source(*release.source);
  result.add({release.method, std::to_string(*release.source),
              arguments_of_release(release, method_of(release).call).str()});
  return 0;
}

Datum publishing_function(FunctionCallInfo fcinfo) {
  const std::string name = method_named(Arguments(fcinfo).text("method")).call.function;
  return guarded([&] { return CStringGetTextDatum(name.c_str()); });
}

Datum source_of(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const auto [relation, name, release, operations] =
      given_release(arguments, Counterfeits::as_published);
  require_source(release, name, "A report without --private needs no source.");
  // Fails where row security hides rows.
  (void)open_source(*release.source);
  return ObjectIdGetDatum(*release.source);
}

Datum stand_in_for(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  stand_in(arguments.relation("copy"), arguments.relation("source"));
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_publishing_call, microdata::postgres::publishing_call)
MICRODATA_FUNCTION(pg_microdata_publishing_function, microdata::postgres::publishing_function)
MICRODATA_FUNCTION(pg_microdata_source_of, microdata::postgres::source_of)
MICRODATA_FUNCTION(pg_microdata_stand_in, microdata::postgres::stand_in_for)
