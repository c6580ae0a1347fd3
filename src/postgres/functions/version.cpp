#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "postgres/server/extension_version.hpp"
#include "postgres/server/guard.hpp"

// version, and functions of the version before.

namespace microdata::postgres {

namespace {

Datum version(FunctionCallInfo) {
  const std::optional<std::string> of_extension = extension_version();
  if (of_extension && *of_extension != library_version()) {
    const Error other = version_error(*of_extension);
    report(WARNING, other.what(), other.detail(), other.hint());
  }
  return guarded([] { return PointerGetDatum(cstring_to_text(library_version())); });
}

// Stands for functions that only the version before had. pg_upgrade makes them in a database that
// is to be updated, and fails if the library lacks one. They fail when they are called.
Datum former_function(FunctionCallInfo) {
  require_own_version();
  throw Error(ERRCODE_UNDEFINED_FUNCTION, "function does not exist in this version");
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_version, microdata::postgres::version)
MICRODATA_FUNCTION(pg_microdata_redefine_series, microdata::postgres::former_function)
MICRODATA_FUNCTION(pg_microdata_cron_time_zone, microdata::postgres::former_function)
MICRODATA_FUNCTION(pg_microdata_count_in_shard, microdata::postgres::former_function)
