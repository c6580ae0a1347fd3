#include "postgres/server/api.hpp"

#include "postgres/server/settings.hpp"
#include "postgres/server/touched_relations.hpp"

extern "C" {

// From 18 on it has fields that may be left out.
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
