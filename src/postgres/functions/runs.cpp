#include "postgres/server/api.hpp"

#include <string>

#include "postgres/catalog/run_catalog.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/call_record.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/writable.hpp"

// What run_series() is made of: begin_run, repeat_run, end_run and close_run.

namespace microdata::postgres {

namespace {

Datum begin_run(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
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

// Nothing of what others may not know: whoever connects to the database may listen.
std::string payload(std::int64_t run, const RunOutcome& outcome, const EndedRun& ended) {
  return Json::object()
      .add("series", ended.series)
      .add("run", run)
      .add("edition", outcome.edition)
      .add("state", ended.state)
      .add("sqlerrcode", outcome.sqlerrcode)
      .str();
}

// GET DIAGNOSTICS has empty texts where there are none.
std::optional<std::string> given_text(const Arguments& arguments, const char* name) {
  std::optional<std::string> text = arguments.optional_text(name);
  return text && text->empty() ? std::nullopt : text;
}

Datum end_run(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
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
  return 0;
}

Datum repeat_run(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  require_own_run(arguments.bigint("run_id"));
  report(NOTICE, "the edition is published again, since others changed what it needs",
         arguments.text("message"), "");
  return 0;
}

Datum close_run(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const std::optional<RunOutcome> outcome = recorded_outcome(arguments.bigint("run_id"));
  RunLock::free();
  if (!outcome || !outcome->sqlerrcode) return 0;
  throw Error(sqlstate_of(*outcome->sqlerrcode), outcome->message.value_or(""))
      .detail(outcome->detail.value_or(""))
      .hint(outcome->hint.value_or(""));
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_begin_run, microdata::postgres::begin_run)
MICRODATA_FUNCTION(pg_microdata_end_run, microdata::postgres::end_run)
MICRODATA_FUNCTION(pg_microdata_repeat_run, microdata::postgres::repeat_run)
MICRODATA_FUNCTION(pg_microdata_close_run, microdata::postgres::close_run)
