#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>

// What microdata.progress, pg_stat_activity and the process title show of the session: which
// function it runs, and how far that is. Of functions that call each other the outermost is named,
// and the phase is that of the innermost. The session's slot for progress is the server's own, as
// VACUUM and COPY use it. Nothing here fails, and nothing may be called by another thread than the
// session's own.
namespace microdata::postgres {

// A command (its number: progress_names.hpp; 0: none) that is shown for as long as the scope lasts.
class CommandScope {
 public:
  explicit CommandScope(int command);
  CommandScope(const CommandScope&) = delete;
  CommandScope& operator=(const CommandScope&) = delete;
  ~CommandScope();

 private:
  int command_;
  std::size_t depth_;
};

// What the innermost command is about, where it has not been said before.
void command_is_about(Oid relation);

void begin_command_phase(const char* phase);

// The innermost command goes by regions: from now on, these are its steps. Less than two are none.
void show_regions(std::size_t done, std::size_t total);

// The phase has so many more units of work: none where nobody knows how many.
void expect_units(std::size_t units, const char* unit);
// So many of those expected there are not.
void expect_fewer_units(std::size_t units);
// So many of the phase's are done. Cheap where that is known.
void show_units_done(std::size_t done);

// Commands of functions in SQL, which end with the transaction, or with that part of it that they
// began in, if not before. There are `steps`, or nobody knows how many: 0.
void begin_sql_command(int command, Oid relation, std::size_t steps);
void step_sql_command();
void end_sql_command();

// What a session shows, as read from its slot.
struct ShownCommand {
  std::int64_t started;
  int command;
  int phases_done;
  int phases_total;  // 0: not counted
  int phase;         // 0: none
  int unit;          // 0: nothing is counted
  std::int64_t done;
  std::int64_t total;  // -1: unknown
};

// Whether the slot is a command's of this extension; if so, what it shows.
bool shown_command(const PgBackendStatus& session, ShownCommand& shown);

}  // namespace microdata::postgres
