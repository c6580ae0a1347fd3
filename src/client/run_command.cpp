#include "client/run_command.hpp"

#include <CLI/CLI.hpp>

#include "client/call.hpp"
#include "client/rows_output.hpp"

namespace microdata::client {

namespace {

// SQLSTATEs of an edition that fails a gate, and of a view that could not be replaced between its
// readers.
constexpr std::string_view not_in_prerequisite_state = "55000";
constexpr std::string_view lock_not_available = "55P03";

// Run of this session that is on record; none if another session publishes the series.
constexpr const char* run_on_record = R"(
  SELECT r.run_id, r.series, r.edition, r.state, e.state AS edition_state, r.started_at, r.duration
  FROM microdata.runs r
  LEFT JOIN microdata.editions e ON e.series OPERATOR(pg_catalog.=) r.series
                                AND e.edition OPERATOR(pg_catalog.=) r.edition
  WHERE r.series OPERATOR(pg_catalog.=) CAST($1 AS pg_catalog.text)
    AND r.pid OPERATOR(pg_catalog.=) pg_catalog.pg_backend_pid()
  ORDER BY r.run_id DESC LIMIT 1)";

// True if an edition was made and stays a draft.
bool made_a_draft(const Rows& rows) {
  return rows.size() == 1 && !rows.is_null(0, rows.column("edition"));
}

}  // namespace

void RunCommand::declare(CLI::App& app, const Connect&) {
  app.add_option("SERIES", series_, "name of the series")->type_name("")->required();
}

ExitCode RunCommand::run(Session& session, Output& output) {
  const Signature signature = function_signature(session, "run_series");
  Call call(signature);
  call.add_text(signature.arguments.front(), series_);
  try {
    session.query("CALL " + call.sql(), call.parameters());
  } catch (const Failure& failure) {
    if (failure.message.sqlstate != not_in_prerequisite_state &&
        failure.message.sqlstate != lock_not_available)
      throw;
    if (!made_a_draft(write_rows(session, output, run_on_record, {series_}))) throw;
    throw Failure(ExitCode::not_held, failure.message);
  }
  write_rows(session, output, run_on_record, {series_});
  return ExitCode::ok;
}

}  // namespace microdata::client
