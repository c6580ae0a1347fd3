#include "postgres/server/api.hpp"

#include <string>

#include "postgres/catalog/series_schedule.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/found_row.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/result_set.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/server/writable.hpp"
#include "postgres/source/source.hpp"

// schedule_series, unschedule_series and the jobs that they make.

namespace microdata::postgres {

namespace {

// pg_cron connects as the owner; who may use it at all is for the DBA to say.
void require_job(const Series& series) {
  const ResultRow row = found_row(
      "SELECT r.rolname, r.rolcanlogin, pg_catalog.has_schema_privilege('cron', 'USAGE') "
      "FROM pg_catalog.pg_class c JOIN pg_catalog.pg_roles r ON r.oid = c.relowner "
      "WHERE c.oid = $1::pg_catalog.oid",
      {std::to_string(*series.source)});
  if (*row[2] != "t") {
    throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE, "permission denied for schema cron")
        .hint("Whoever may schedule jobs has USAGE on the schema cron.");
  }
  if (*row[1] != "t") {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "role " + in_quotes(*row[0]) + " cannot log in")
        .detail("pg_cron runs the series as the owner of its source.")
        .hint("Have a role with LOGIN own the source, or run the series from a crontab.");
  }
}

Datum schedule_series(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const std::string name = arguments.text("series");
  const std::string schedule = arguments.text("schedule");
  require_writable("schedule_series()");
  const Series series = locked_series(name);
  if (!series.source) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "the source of series " + in_quotes(name) + " is gone");
  }
  require_owner(*series.source);
  require_scheduler(series);
  require_job(series);
  return Int64GetDatum(schedule_job(series, schedule));
}

Datum unschedule_series(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const std::string name = arguments.text("series");
  require_writable("unschedule_series()");
  return BoolGetDatum(unschedule_job(locked_series(name).id));
}

Datum scheduled_jobs(FunctionCallInfo fcinfo) {
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  for (const SeenSeries& series : seen_series("$1 IS NULL", std::nullopt)) {
    const auto job = scheduled_job(series.id);
    if (job) {
      result.add({std::to_string(series.id), std::to_string(job->id), job->schedule,
                  job->active ? "t" : "f"});
    }
  }
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_schedule_series, microdata::postgres::schedule_series)
MICRODATA_FUNCTION(pg_microdata_unschedule_series, microdata::postgres::unschedule_series)
MICRODATA_FUNCTION(pg_microdata_scheduled_jobs, microdata::postgres::scheduled_jobs)
