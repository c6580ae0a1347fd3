#include "server_watch.hpp"

#include <fstream>
#include <iterator>
#include <sstream>

namespace microdata::fuzz {

namespace {

std::string single(const Outcome& outcome) {
  if (outcome.error) return "error: " + outcome.error->text;
  return outcome.rows.empty() ? "" : outcome.rows.front().front().value_or("");
}

}  // namespace

ServerWatch::ServerWatch(Session& observer, std::string log)
    : observer_(observer), log_(std::move(log)) {
  std::vector<std::string> parts = {
      "(SELECT 'relations ' || count(*) || '/' || coalesce(sum(oid::bigint), 0) FROM pg_class)",
      "(SELECT 'types ' || count(*) || '/' || coalesce(sum(oid::bigint), 0) FROM pg_type)",
      "(SELECT 'event triggers, schemas, roles ' || (SELECT count(*) FROM pg_event_trigger) || '/' "
      "|| (SELECT count(*) FROM pg_namespace WHERE nspname NOT LIKE 'pg_%temp_%') "
      "|| '/' || (SELECT count(*) FROM pg_roles))",
      "(SELECT 'temporary files ' || count(*) FROM pg_ls_tmpdir())"};
  const Outcome tables = observer_.run(
      "SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = "
      "c.relnamespace "
      "WHERE n.nspname = 'microdata' AND c.relkind = 'r' ORDER BY 1");
  for (const auto& row : tables.rows) {
    parts.push_back(
        "(SELECT " + literal(*row[0] + " ") +
        " || count(*) || '/' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) FROM " +
        *row[0] + " t)");
  }
  state_query_ = "SELECT concat_ws(E'\\n', " + joined(parts, ", ") + ")";
}

std::string ServerWatch::state() {
  return single(observer_.run(state_query_));
}

// Returns the locks that the session holds in two consecutive looks. An idle session briefly locks
// its transaction number while it processes other sessions' changes.
std::string ServerWatch::locks_of(const Session& session) {
  const auto look = [&] {
    return single(observer_.run(
        "SELECT string_agg(concat_ws(' ', locktype, mode, relation::regclass, classid, "
        "objid), ', ') FROM pg_locks WHERE pid = " +
        std::to_string(session.process())));
  };
  if (look().empty()) return {};
  observer_.run("SELECT pg_sleep(0.2)");
  return look();
}

std::string ServerWatch::stray_files() {
  observer_.run("CHECKPOINT");
  return single(
      observer_.run("SELECT string_agg(f, ', ') FROM pg_database d, pg_ls_dir('base/' || d.oid) f "
                    "WHERE d.datname = current_database() "
                    "AND f ~ '^(t[0-9]+_)?[0-9]+$' AND NOT EXISTS (SELECT FROM pg_class c WHERE "
                    "pg_relation_filenode(c.oid)::text = regexp_replace(f, '^t[0-9]+_', ''))"));
}

std::string ServerWatch::trouble_in_log() {
  std::ifstream file(log_);
  file.seekg(static_cast<std::streamoff>(log_read_));
  std::string found;
  for (std::string line; std::getline(file, line);) {
    log_read_ += line.size() + 1;
    for (const char* sign :
         {"was terminated by", "PANIC", "TRAP", "Segmentation", "terminate called", "Assertion",
          "stack smashing", "free():", "malloc"}) {
      if (line.find(sign) != std::string::npos) found += line + "\n";
    }
  }
  return found;
}

long ServerWatch::memory_of(const Session& session) {
  std::ifstream status("/proc/" + std::to_string(session.process()) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("RssAnon:")) return std::stol(line.substr(8));
  }
  return 0;
}

}  // namespace microdata::fuzz
