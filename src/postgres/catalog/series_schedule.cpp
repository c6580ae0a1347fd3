#include "postgres/catalog/series_schedule.hpp"

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/series_owners.hpp"
#include "postgres/server/error.hpp"
#include "postgres/server/found_row.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// The functions must be pg_cron's: anybody who may create schemas might have made one of the name.
bool has_scheduler() {
  return query(
             "SELECT FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_depend d "
             "ON d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass AND d.refobjid = "
             "e.oid "
             "AND d.deptype = 'e' AND d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass "
             "JOIN pg_catalog.pg_proc p ON p.oid = d.objid JOIN pg_catalog.pg_namespace n "
             "ON n.oid = p.pronamespace WHERE e.extname = 'pg_cron' AND n.nspname = 'cron' "
             "AND p.proname = 'schedule_in_database'")
             .size() == 1;
}

// Series may have longer names than jobs, and names that are used again.
std::string job_name(std::int32_t series) {
  return "pg_microdata series " + std::to_string(series);
}

// Jobs that have the name and the call of the series' own: that of the role that owns the source,
// if there is one, before those of other roles, which need not be allowed to run it.
std::vector<ResultRow> jobs_of(std::int32_t series) {
  const CatalogScope scope;
  if (!has_scheduler()) return {};
  const std::string statement =
      std::string(
          "SELECT j.jobid, j.schedule, j.active, j.username = pg_catalog.pg_get_userbyid(COALESCE("
          "(SELECT c.relowner FROM pg_catalog.pg_class c "
          "WHERE c.oid = s.source::pg_catalog.oid), ") +
      last_owner_of_source() +
      ")) AS own FROM cron.job j JOIN microdata.series_record s "
      "ON s.series_id = $2::pg_catalog.int4 WHERE j.jobname = $1 "
      "AND j.database = pg_catalog.current_database() AND j.command = "
      "(SELECT pg_catalog.format('CALL %I.run_series(%L)', n.nspname, s.name) FROM "
      "pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace "
      "WHERE e.extname = 'pg_microdata') ORDER BY own DESC NULLS LAST, j.jobid";
  return query(statement.c_str(), {job_name(series), std::to_string(series)});
}

}  // namespace

std::optional<ScheduledJob> scheduled_job(std::int32_t series) {
  const std::vector<ResultRow> rows = jobs_of(series);
  if (rows.empty() || rows[0][3] != "t") return std::nullopt;
  return ScheduledJob{std::stoll(*rows[0][0]), *rows[0][1], *rows[0][2] == "t"};
}

void require_scheduler(const Series& series) {
  if (has_scheduler()) return;
  const ResultRow row = query(
      "SELECT pg_catalog.current_database(), "
      // Not everybody may see this setting.
      "CASE WHEN pg_catalog.pg_has_role('pg_read_all_settings', 'USAGE') "
      "THEN pg_catalog.current_setting('cron.database_name', true) END")[0];
  const std::string elsewhere =
      row[1] && *row[1] != *row[0]
          ? " It works in " + in_quotes(*row[1]) +
                ", where cron.schedule_in_database() makes jobs for other databases."
          : "";
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "could not schedule series " + in_quotes(series.name) + ": pg_cron is not installed")
      .detail("Database " + in_quotes(*row[0]) + " lacks the extension pg_cron, 1.4 or later." +
              elsewhere)
      .hint("Install pg_cron, or let a crontab or a systemd timer call \"microdata run\".");
}

std::int64_t schedule_job(const Series& series, const std::string& schedule) {
  unschedule_job(series.id);
  const CatalogScope scope;
  return std::stoll(
      *found_row("SELECT cron.schedule_in_database($1, $2, pg_catalog.format("
                 "'CALL %I.run_series(%L)', n.nspname, $3), "
                 "pg_catalog.current_database(), pg_catalog.pg_get_userbyid(c.relowner), "
                 "true) FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n "
                 "ON n.oid = e.extnamespace CROSS JOIN pg_catalog.pg_class c "
                 "WHERE e.extname = 'pg_microdata' AND c.oid = $4::pg_catalog.oid",
                 {job_name(series.id), schedule, series.name, std::to_string(*series.source)})[0]);
}

bool unschedule_job(std::int32_t series) {
  const std::vector<ResultRow> jobs = jobs_of(series);
  const CatalogScope scope;
  for (const ResultRow& job : jobs)
    query("SELECT cron.unschedule($1::pg_catalog.int8)", {*job[0]});
  return !jobs.empty();
}

}  // namespace microdata::postgres
