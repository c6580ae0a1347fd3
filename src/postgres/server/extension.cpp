#include "postgres/server/extension.hpp"

#include "postgres/server/api.hpp"

#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/server/touched_relations.hpp"

namespace microdata::postgres {

std::optional<std::string> extension_version() {
  const char* const found = guarded([]() -> const char* {
    ScanKeyData key;
    ScanKeyInit(&key, Anum_pg_extension_extname, BTEqualStrategyNumber, F_NAMEEQ,
                CStringGetDatum("pg_microdata"));
    Relation extensions = table_open(ExtensionRelationId, AccessShareLock);
    SysScanDesc scan = systable_beginscan(extensions, ExtensionNameIndexId, true, nullptr, 1, &key);
    HeapTuple tuple = systable_getnext(scan);
    bool is_null = true;
    const char* version = nullptr;
    if (HeapTupleIsValid(tuple)) {
      const Datum value =
          heap_getattr(tuple, Anum_pg_extension_extversion, RelationGetDescr(extensions), &is_null);
      if (!is_null) version = TextDatumGetCString(value);
    }
    systable_endscan(scan);
    table_close(extensions, AccessShareLock);
    return version;
  });
  return found != nullptr ? std::optional<std::string>(found) : std::nullopt;
}

const char* library_version() {
  return MICRODATA_VERSION;
}

Error version_error(const std::string& of_extension) {
  const char* const database =
      guarded([]() -> const char* { return get_database_name(MyDatabaseId); });
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
               "the library of pg_microdata has version " + std::string(library_version()) +
                   ", the extension version " + of_extension)
      .detail("The extension is that of database " + in_quotes(database) + ".")
      .hint(
          "If the extension is older, use ALTER EXTENSION pg_microdata UPDATE. If the library is "
          "older, begin a new session, or restart the server if it preloads libraries.");
}

void require_own_version() {
  const std::optional<std::string> version = extension_version();
  if (version && *version != library_version()) throw version_error(*version);
}

}  // namespace microdata::postgres

extern "C" {

// The macro has fields from 18 on that may be left out.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#ifdef PG_MODULE_MAGIC_EXT
PG_MODULE_MAGIC_EXT(.name = "pg_microdata", .version = MICRODATA_VERSION);
#else
PG_MODULE_MAGIC;
#endif

// Called by the server when the library is loaded; owns nothing.
PGDLLEXPORT void _PG_init() {
  microdata::postgres::register_settings();
  microdata::postgres::watch_relations();
}
}
