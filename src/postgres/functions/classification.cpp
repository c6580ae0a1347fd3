#include "postgres/source/classification.hpp"

#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/result_set.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/role_name.hpp"

// classify.

namespace microdata::postgres {

namespace {

Datum classify_source(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Source source = open_source(arguments.relation("source"));
  Phases phases("classifying the attributes of " + in_quotes(source.name));
  for (const Classification& c : classify(source, phases.progress())) {
    result.add({c.attribute, role_name(c.suggested), std::to_string(c.distinct), c.reason});
  }
  phases.finish();
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_classify, microdata::postgres::classify_source)
