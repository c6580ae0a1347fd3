#include "postgres/server/api.hpp"

#include "postgres/server/guard.hpp"

// The time zone of pg_cron's schedules, whoever asks: pg_cron 1.6 shows its settings to superusers
// alone, and when a job begins next tells every owner of one as much.

namespace microdata::postgres {

namespace {

Datum cron_time_zone(FunctionCallInfo) {
  return guarded([] {
    const char* zone = GetConfigOption("cron.timezone", true, false);
    return CStringGetTextDatum(zone == nullptr ? "GMT" : zone);
  });
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_cron_time_zone, microdata::postgres::cron_time_zone)
