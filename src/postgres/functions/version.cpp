#include "postgres/server/api.hpp"

#include <string>

#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

// version.

namespace microdata::postgres {

namespace {

constexpr const char* library_version = MICRODATA_VERSION;

// A package brings a library for all databases at once, to sessions that begin then; what a
// database has of the extension is updated by hand, one database after the other.
void warn_of_another_extension() {
  const SpiSession spi;
  const auto rows = query(
      "SELECT extversion, pg_catalog.current_database() FROM pg_catalog.pg_extension "
      "WHERE extname OPERATOR(pg_catalog.=) 'pg_microdata'");
  if (rows.empty() || rows[0][0] == library_version) return;
  report(WARNING,
         "the library of pg_microdata has version " + std::string(library_version) +
             ", the extension version " + *rows[0][0],
         "The extension is that of database " + in_quotes(*rows[0][1]) + ".",
         "Where the extension is the older one, ALTER EXTENSION pg_microdata UPDATE. Where the "
         "library is, begin a new session, or restart the server if it preloads libraries.");
}

// The text must outlive the SPI session, which frees what was allocated in it.
Datum version(FunctionCallInfo) {
  warn_of_another_extension();
  return guarded([] { return PointerGetDatum(cstring_to_text(library_version)); });
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_version, microdata::postgres::version)
