#include "postgres/server/progress.hpp"

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "postgres/server/extension.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/progress_names.hpp"
#include "postgres/server/text.hpp"

// The SQL functions backend_progress, begin_progress, step_progress, end_progress and version, and
// functions that only the previous version had.

namespace microdata::postgres {

namespace {

// True if the caller may see sessions of the user, as in the server's own views of progress.
bool may_see_sessions_of(Oid user) {
  return has_privs_of_role(GetUserId(), ROLE_PG_READ_ALL_STATS) ||
         has_privs_of_role(GetUserId(), user);
}

// A row of microdata.backend_progress(). Its texts are made in the current memory context.
struct SessionRow {
  static constexpr int width = 12;
  Datum values[width]{};
  bool nulls[width]{};
  int filled = 0;

  void add(Datum value) { values[filled++] = value; }
  void add_null() { nulls[filled++] = true; }
  void add_if(bool known, Datum value) {
    if (known) {
      add(value);
    } else {
      add_null();
    }
  }
  // Adds a name. The name is NULL if a later version of the extension, in another database, has
  // names that this one lacks.
  void add_name(std::string_view name) {
    add_if(!name.empty(),
           PointerGetDatum(cstring_to_text_with_len(name.data(), static_cast<int>(name.size()))));
  }
};

std::string_view name_at(std::span<const std::string_view> names, int number) {
  if (number < 1 || static_cast<std::size_t>(number) > names.size()) return {};
  return names[static_cast<std::size_t>(number) - 1];
}

std::string_view command_at(int number) {
  if (number < 1 || static_cast<std::size_t>(number) > std::size(command_names)) return {};
  return command_names[number - 1].name;
}

// Returns a row; calls the server and owns nothing.
SessionRow row_of(const PgBackendStatus& session, const ShownCommand& shown) {
  SessionRow row;
  row.add(Int32GetDatum(session.st_procpid));
  row.add(ObjectIdGetDatum(session.st_databaseid));
  if (!may_see_sessions_of(session.st_userid)) {
    while (row.filled < SessionRow::width)
      row.add_null();
    return row;
  }
  const Oid about = session.st_progress_command_target;
  const bool has_steps = shown.phases_total > 0;
  const bool has_units = shown.unit > 0;
  row.add(ObjectIdGetDatum(session.st_userid));
  row.add_name(command_at(shown.command));
  row.add_if(OidIsValid(about), ObjectIdGetDatum(about));
  row.add_name(name_at(phase_names, shown.phase));
  row.add_if(has_steps, Int32GetDatum(shown.phases_done));
  row.add_if(has_steps, Int32GetDatum(shown.phases_total));
  row.add_if(has_units, Int64GetDatum(shown.done));
  row.add_if(has_units && shown.total >= 0, Int64GetDatum(shown.total));
  row.add_name(name_at(unit_names, shown.unit));
  row.add(TimestampTzGetDatum(shown.started));
  return row;
}

Datum backend_progress(FunctionCallInfo fcinfo) {
  guarded([&] {
    compat::begin_set(fcinfo);
    const auto* result = reinterpret_cast<ReturnSetInfo*>(fcinfo->resultinfo);
    const int sessions = pgstat_fetch_stat_numbackends();
    for (int place = 1; place <= sessions; ++place) {
      const PgBackendStatus* session = compat::session_at(place);
      ShownCommand shown{};
      if (session == nullptr || !shown_command(*session, shown)) continue;
      SessionRow row = row_of(*session, shown);
      tuplestore_putvalues(result->setResult, result->setDesc, row.values, row.nulls);
    }
  });
  return 0;
}

Datum begin_progress(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const std::string name = arguments.text("command");
  const int command = command_number(name);
  if (command == 0) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "there is no command " + in_quotes(name))
        .hint("Commands are the functions that microdata.progress shows.");
  }
  // The SQL functions explore() and advise() make tables of their own and then undo that.
  if (name == "explore" || name == "advise") require_writable((name + "()").c_str());
  const std::int32_t steps = arguments.optional_integer("steps").value_or(0);
  if (steps < 0) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "steps must be 0 or more, not " + std::to_string(steps));
  }
  begin_sql_command(command,
                    arguments.is_null("relation") ? InvalidOid : arguments.relation("relation"),
                    static_cast<std::size_t>(steps));
  return 0;
}

Datum step_progress(FunctionCallInfo /*fcinfo*/) {
  step_sql_command();
  return 0;
}

Datum end_progress(FunctionCallInfo /*fcinfo*/) {
  end_sql_command();
  return 0;
}

}  // namespace

namespace {

Datum version(FunctionCallInfo) {
  const std::optional<std::string> of_extension = extension_version();
  if (of_extension && *of_extension != library_version()) {
    const Error other = version_error(*of_extension);
    report(WARNING, other.what(), other.detail(), other.hint());
  }
  return guarded([] { return PointerGetDatum(cstring_to_text(library_version())); });
}

// Stands for functions that only the version before had, and fails when called. pg_upgrade creates
// these functions in a database before the update, and fails if the library lacks one.
Datum former_function(FunctionCallInfo) {
  require_own_version();
  throw Error(ERRCODE_UNDEFINED_FUNCTION, "function does not exist in this version");
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_backend_progress, microdata::postgres::backend_progress)
MICRODATA_FUNCTION(pg_microdata_begin_progress, microdata::postgres::begin_progress)
MICRODATA_FUNCTION(pg_microdata_step_progress, microdata::postgres::step_progress)
MICRODATA_FUNCTION(pg_microdata_end_progress, microdata::postgres::end_progress)

MICRODATA_FUNCTION(pg_microdata_version, microdata::postgres::version)
MICRODATA_FUNCTION(pg_microdata_redefine_series, microdata::postgres::former_function)
MICRODATA_FUNCTION(pg_microdata_cron_time_zone, microdata::postgres::former_function)
MICRODATA_FUNCTION(pg_microdata_count_in_shard, microdata::postgres::former_function)
MICRODATA_FUNCTION(pg_microdata_inspect_region, microdata::postgres::former_function)
