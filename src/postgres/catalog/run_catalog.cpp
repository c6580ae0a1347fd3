#include "postgres/catalog/run_catalog.hpp"

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

struct HeldLock {
  bool held = false;
  LOCKTAG tag{};
};
HeldLock held_lock;

// The run that this session has begun, and the role in whose name it did. A session may change its
// role, and another session may have had the same process number.
struct OwnRun {
  std::int64_t run = 0;
  Oid role = InvalidOid;
};
OwnRun own_run;

[[noreturn]] void fail_not_own(std::int64_t run) {
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "run " + std::to_string(run) + " was not begun by this session")
      .detail("Or its series was dropped meanwhile.");
}

bool is_own(std::int64_t run) {
  return run == own_run.run && GetUserId() == own_run.role;
}

// Returns a lock tag of an object that is in no catalog, because any role can take advisory locks
// and block the series.
LOCKTAG tag_of(const Series& series) {
  return guarded([&] {
    const Oid schema = get_namespace_oid("microdata", false);
    LOCKTAG tag;
    SET_LOCKTAG_OBJECT(tag, MyDatabaseId, get_relname_relid("series_record", schema),
                       static_cast<Oid>(series.id), 0);
    return tag;
  });
}

void free_at_abort(XactEvent event, void* /*argument*/) {
  if (event == XACT_EVENT_ABORT) RunLock::free();
}

std::string own_pid() {
  return std::to_string(MyProcPid);
}

std::string holder_of(const Series& series) {
  const std::vector<ResultRow> rows = query(
      "SELECT l.pid FROM pg_catalog.pg_locks l WHERE l.locktype = 'object' AND l.granted "
      "AND l.classid = 'microdata.series_record'::pg_catalog.regclass "
      "AND l.objid = $1::pg_catalog.oid AND l.objsubid = 0 AND l.database = (SELECT d.oid FROM "
      "pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database())",
      {std::to_string(series.id)});
  return rows.empty() ? std::string() : "It is process " + *rows[0][0] + ".";
}

}  // namespace

void RunLock::take(const Series& series) {
  static bool registered = false;
  if (!registered) {
    guarded([] { RegisterXactCallback(free_at_abort, nullptr); });
    registered = true;
  }
  // A run that did not end in this session might have left its lock.
  free();
  const LOCKTAG tag = tag_of(series);
  const bool taken = guarded(
      [&] { return LockAcquire(&tag, ExclusiveLock, true, true) != LOCKACQUIRE_NOT_AVAIL; });
  if (!taken) {
    throw Error(ERRCODE_OBJECT_IN_USE,
                "series " + in_quotes(series.name) + " is being published by another session")
        .detail(holder_of(series))
        .hint("microdata.runs shows what comes of it.");
  }
  held_lock = {true, tag};
}

void RunLock::free() noexcept {
  if (!held_lock.held) return;
  held_lock.held = false;
  LockRelease(&held_lock.tag, ExclusiveLock, true);
}

std::int64_t record_begin(const Series& series) {
  const Oid caller = GetUserId();
  const CatalogScope scope;
  query(
      "UPDATE microdata.run_record SET state = 'lost' "
      "WHERE series_id = $1::pg_catalog.int4 AND state = 'running'",
      {std::to_string(series.id)});
  const std::int64_t run = std::stoll(
      *query("INSERT INTO microdata.run_record (series_id, run_by, pid) "
             "VALUES ($1::pg_catalog.int4, SESSION_USER, $2::pg_catalog.int4) RETURNING run_id",
             {std::to_string(series.id), own_pid()})[0][0]);
  own_run = {run, caller};
  return run;
}

void require_own_run(std::int64_t run) {
  if (!held_lock.held || !is_own(run)) fail_not_own(run);
  const CatalogScope scope;
  const std::vector<ResultRow> rows = query(
      "SELECT r.series_id FROM microdata.run_record r WHERE r.run_id = $1::pg_catalog.int8 "
      "AND r.state = 'running' AND r.pid = $2::pg_catalog.int4",
      {std::to_string(run), own_pid()});
  if (!rows.empty() && std::to_string(held_lock.tag.locktag_field3) == rows[0][0]) return;
  fail_not_own(run);
}

void require_newest_edition(std::int64_t run, std::int32_t edition) {
  const CatalogScope scope;
  const std::optional<std::string> newest = query(
      "SELECT pg_catalog.max(e.edition) FROM microdata.edition_record e "
      "JOIN microdata.run_record r ON r.series_id = e.series_id "
      "WHERE r.run_id = $1::pg_catalog.int8",
      {std::to_string(run)})[0][0];
  if (newest == std::to_string(edition)) return;
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "edition " + std::to_string(edition) + " is not the newest of the series");
}

EndedRun record_end(std::int64_t run, const RunOutcome& outcome, const std::string& notices,
                    const std::string& phases) {
  const CatalogScope scope;
  const std::vector<ResultRow> rows = query(
      "UPDATE microdata.run_record r SET edition = $2::pg_catalog.int4, sqlerrcode = $3, "
      "err_message = $4, err_detail = $5, err_hint = $6, notices = $7::pg_catalog.jsonb, "
      "phases = $8::pg_catalog.jsonb, finished_at = pg_catalog.clock_timestamp(), "
      "state = CASE WHEN $3 IS NULL THEN 'succeeded' ELSE 'failed' END "
      "FROM microdata.series_record s WHERE s.series_id = r.series_id "
      "AND r.run_id = $1::pg_catalog.int8 AND r.state = 'running' AND r.pid = $9::pg_catalog.int4 "
      "RETURNING s.name, r.state, r.series_id",
      {std::to_string(run),
       outcome.edition ? std::optional(std::to_string(*outcome.edition)) : std::nullopt,
       outcome.sqlerrcode, outcome.message, outcome.detail, outcome.hint, notices, phases,
       own_pid()});
  // Another session might have dropped the series and its runs since require_own_run() looked.
  if (rows.empty()) fail_not_own(run);
  if (keep_runs() > 0) {
    query(
        "DELETE FROM microdata.run_record WHERE series_id = $1::pg_catalog.int4 AND run_id <= "
        "(SELECT r.run_id FROM microdata.run_record r WHERE r.series_id = $1::pg_catalog.int4 "
        "ORDER BY r.run_id DESC OFFSET $2::pg_catalog.int4 LIMIT 1)",
        {*rows[0][2], std::to_string(keep_runs())});
  }
  return {*rows[0][0], *rows[0][1]};
}

std::optional<RunOutcome> recorded_outcome(std::int64_t run) {
  if (!is_own(run)) fail_not_own(run);
  const CatalogScope scope;
  const std::vector<ResultRow> rows = query(
      "SELECT r.sqlerrcode, r.err_message, r.err_detail, r.err_hint FROM microdata.run_record r "
      "WHERE r.run_id = $1::pg_catalog.int8 AND r.pid = $2::pg_catalog.int4",
      {std::to_string(run), own_pid()});
  if (rows.empty()) return std::nullopt;
  return RunOutcome{{}, rows[0][0], rows[0][1], rows[0][2], rows[0][3]};
}

void forget_runs(std::int32_t series) {
  const CatalogScope scope;
  query("DELETE FROM microdata.run_record WHERE series_id = $1::pg_catalog.int4",
        {std::to_string(series)});
}

}  // namespace microdata::postgres
