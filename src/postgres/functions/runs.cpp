#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/run_catalog.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/catalog/series_views.hpp"
#include "postgres/functions/published_series.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"

// The SQL functions schedule_series and unschedule_series with the jobs that they make, and
// begin_run, repeat_run, end_run and close_run, which run_series() calls.

namespace microdata::postgres {

namespace {

struct ScheduledJob {
  std::int64_t id = 0;
  std::string schedule;
  bool active = true;
};

// True if there are functions of pg_cron. They must be pg_cron's, because any role that may create
// schemas might have made one of the name.
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

// Returns the name of a job. It has the series' number, because names of series may be longer than
// those of jobs, and are used again.
std::string job_name(std::int32_t series) {
  return "pg_microdata series " + std::to_string(series);
}

// Returns jobs that have the name and the call of the series' own. The job of the role that owns
// the source, if there is one, comes before those of other roles, which need not be allowed to run
// it.
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

// Returns the job that runs the series as the owner of its source; nothing if there is none, or if
// this database has no pg_cron.
std::optional<ScheduledJob> scheduled_job(std::int32_t series) {
  const std::vector<ResultRow> rows = jobs_of(series);
  if (rows.empty() || rows[0][3] != "t") return std::nullopt;
  return ScheduledJob{std::stoll(*rows[0][0]), *rows[0][1], *rows[0][2] == "t"};
}

// Fails if this database has no pg_cron.
void require_scheduler(const Series& series) {
  if (has_scheduler()) return;
  const ResultRow row = query(
      "SELECT pg_catalog.current_database(), "
      // Some roles may not see this setting.
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

// Makes the series' job, or makes it anew.
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

}  // namespace

bool unschedule_job(std::int32_t series) {
  const std::vector<ResultRow> jobs = jobs_of(series);
  const CatalogScope scope;
  for (const ResultRow& job : jobs)
    query("SELECT cron.unschedule($1::pg_catalog.int8)", {*job[0]});
  return !jobs.empty();
}

namespace {

// Fails unless a job can run. pg_cron connects as the owner, and the DBA decides which roles may
// use pg_cron.
void require_job(const Series& series) {
  const ResultRow row = found_row(
      "SELECT r.rolname, r.rolcanlogin, pg_catalog.has_schema_privilege('cron', 'USAGE') "
      "FROM pg_catalog.pg_class c JOIN pg_catalog.pg_roles r ON r.oid = c.relowner "
      "WHERE c.oid = $1::pg_catalog.oid",
      {std::to_string(*series.source)});
  if (*row[2] != "t") {
    throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE, "permission denied for schema cron")
        .hint("Scheduling requires USAGE on the schema cron.");
  }
  if (*row[1] != "t") {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "role " + in_quotes(*row[0]) + " cannot log in")
        .detail("pg_cron runs the series as the owner of its source.")
        .hint("Have a role with LOGIN own the source, or run the series from a crontab.");
  }
}

Datum schedule_series(const Arguments& arguments) {
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

Datum unschedule_series(const Arguments& arguments) {
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

Datum begin_run(const Arguments& arguments) {
  const std::string name = arguments.text("series");
  require_writable("run_series()");
  if (guarded([] { return IsTransactionBlock(); })) {
    throw Error(ERRCODE_ACTIVE_SQL_TRANSACTION,
                "run_series() cannot be called in a transaction block")
        .detail("It commits what it puts on record.")
        .hint("publish_series() publishes an edition in a transaction.");
  }
  const Series series = found_series(name);
  RunLock::take(series);
  begin_call_record();
  return Int64GetDatum(record_begin(series));
}

int sqlstate_of(const std::string& code) {
  return MAKE_SQLSTATE(code[0], code[1], code[2], code[3], code[4]);
}

bool is_sqlstate(const std::string& code) {
  return code.size() == 5 &&
         code.find_first_not_of("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == std::string::npos;
}

// Returns the payload, which discloses nothing secret, because any role that connects to the
// database may listen.
std::string payload(std::int64_t run, const RunOutcome& outcome, const EndedRun& ended) {
  return Json::object()
      .add("series", ended.series)
      .add("run", run)
      .add("edition", outcome.edition)
      .add("state", ended.state)
      .add("sqlerrcode", outcome.sqlerrcode)
      .str();
}

// Returns a text; GET DIAGNOSTICS gives empty texts for missing ones.
std::optional<std::string> given_text(const Arguments& arguments, const char* name) {
  std::optional<std::string> text = arguments.optional_text(name);
  return text && text->empty() ? std::nullopt : text;
}

void end_run(const Arguments& arguments) {
  const std::int64_t run = arguments.bigint("run_id");
  const RunOutcome outcome{arguments.optional_integer("edition"),
                           given_text(arguments, "sqlerrcode"), given_text(arguments, "message"),
                           given_text(arguments, "detail"), given_text(arguments, "hint")};
  if (outcome.sqlerrcode && !is_sqlstate(*outcome.sqlerrcode)) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "sqlerrcode must be an SQLSTATE");
  }
  require_own_run(run);
  if (outcome.edition) require_newest_edition(run, *outcome.edition);
  const CallRecord record = end_call_record();
  const EndedRun ended = record_end(run, outcome, record.notices, record.phases);
  query("SELECT pg_catalog.pg_notify('microdata', $1)", {payload(run, outcome, ended)});
}

void repeat_run(const Arguments& arguments) {
  require_own_run(arguments.bigint("run_id"));
  report(NOTICE, "the edition is published again, since others changed what it needs",
         arguments.text("message"), "");
}

Datum close_run(const Arguments& arguments) {
  const std::optional<RunOutcome> outcome = recorded_outcome(arguments.bigint("run_id"));
  RunLock::free();
  if (!outcome || !outcome->sqlerrcode) return 0;
  throw Error(sqlstate_of(*outcome->sqlerrcode), outcome->message.value_or(""))
      .detail(outcome->detail.value_or(""))
      .hint(outcome->hint.value_or(""));
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_schedule_series, microdata::postgres::schedule_series)
MICRODATA_FUNCTION(pg_microdata_unschedule_series, microdata::postgres::unschedule_series)
MICRODATA_FUNCTION(pg_microdata_scheduled_jobs, microdata::postgres::scheduled_jobs)

MICRODATA_FUNCTION(pg_microdata_begin_run, microdata::postgres::begin_run)
MICRODATA_FUNCTION(pg_microdata_end_run, microdata::postgres::end_run)
MICRODATA_FUNCTION(pg_microdata_repeat_run, microdata::postgres::repeat_run)
MICRODATA_FUNCTION(pg_microdata_close_run, microdata::postgres::close_run)
