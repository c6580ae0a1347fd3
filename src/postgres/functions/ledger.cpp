#include "postgres/catalog/ledger.hpp"

#include "postgres/server/api.hpp"

#include <string>

#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/writable.hpp"

// forget_release.

namespace microdata::postgres {

namespace {

Datum forget_of_ledger(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  require_writable("microdata.forget_release()");
  const std::int64_t id = arguments.bigint("release_id");
  const std::string reason = arguments.text("reason");
  if (reason.find_first_not_of(" \t\n") == std::string::npos) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "reason must not be empty")
        .hint("It is kept, for those who ask why the ledger lacks a release.");
  }
  forget_release(id, reason);
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_forget_release, microdata::postgres::forget_of_ledger)
