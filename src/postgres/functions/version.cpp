#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "postgres/catalog/extension_version.hpp"
#include "postgres/server/guard.hpp"

// version.

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

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_version, microdata::postgres::version)
