#pragma once

#include "postgres/server/api.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/checkpoint_clock.hpp"
#include "core/microdata/progress.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

// What the calls of a run of a series say, and what they take. A session has one run at a time; its
// record is kept in memory, as an error undoes whatever was written by then.
void begin_call_record();

// Nothing while no record is kept.
void record_message(int level, const std::string& message, const std::string& detail,
                    const std::string& hint);

struct CallRecord {
  // JSON: an array of messages, an object of phases.
  std::string notices;
  std::string phases;
};

// Ends the record.
CallRecord end_call_record();

// How late a cancel takes effect is measured in calls that are made where messages of level DEBUG1
// are wanted: the longest time between two checkpoints is reported as such a message.

// The clock of the call under way; null where nothing is measured.
extern CheckpointClock* checkpoint_clock;

// The session comes to a checkpoint.
inline void note_checkpoint() noexcept {
  if (checkpoint_clock != nullptr) checkpoint_clock->checkpoint();
}

// The session's own work begins, after work of the server's that looks for interrupts by itself.
inline void begin_own_work() noexcept {
  if (checkpoint_clock != nullptr) checkpoint_clock->restart();
}

// Calls `body` as guarded() does. The server looks for interrupts in it, as it does in statements.
template <typename Body>
auto run_in_server(const Body& body) {
  struct Work {
    Work() { note_checkpoint(); }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;
    ~Work() { begin_own_work(); }
  };
  const Work work;
  return guarded(body);
}

// A checkpoint within what the server runs: fails as PostgreSQL does.
inline void check_in_server() {
  note_checkpoint();
  CHECK_FOR_INTERRUPTS();
}

// Measures the outermost call, and reports what it measured.
class MeasuredCall {
 public:
  MeasuredCall();
  MeasuredCall(const MeasuredCall&) = delete;
  MeasuredCall& operator=(const MeasuredCall&) = delete;
  ~MeasuredCall();

  // Reports the longest time, and the phase that it was in. To be called where the call succeeds.
  void report_longest() const;

 private:
  std::optional<CheckpointClock> own_;
};

// A phase of the call ends: the longest time was in it if it was not that long before.
void note_phase_of_longest(const char* phase);

// What microdata.progress, pg_stat_activity and the process title show of the session: which
// function it runs, and how far that is. Of functions that call each other the outermost is named,
// and the phase is that of the innermost. The session's slot for progress is the server's own, as
// VACUUM and COPY use it. Nothing here fails, and nothing may be called by another thread than the
// session's own.

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

// The innermost command goes by regions: from now on, these are its steps. Less than two are none.
void show_regions(std::size_t done, std::size_t total);

// So many of those expected there are not.
void expect_fewer_units(std::size_t units);

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

// Lets a cancel, a timeout or a shutdown take effect. Cheap while there is none.
void check_for_interrupts();

// The phases of a call: what the CONTEXT of an error names, what microdata.progress shows, and what
// DEBUG1 reports the times of.
class Phases {
 public:
  // `subject` is what the phases are about, as in "slicing \"patients\"".
  explicit Phases(std::string subject);
  Phases(const Phases&) = delete;
  Phases& operator=(const Phases&) = delete;
  ~Phases();

  void begin(const char* phase);
  // Reports the time of every phase.
  void finish();

  // To be passed to the core.
  Progress progress();

 private:
  using Clock = std::chrono::steady_clock;

  struct Time {
    const char* phase;
    Clock::duration duration;
  };

  friend void expect_counted_units(std::size_t units);
  friend void count_units(std::size_t units) noexcept;

  static void add_context(void* self);
  // Shows how far the phase is.
  void show();
  // Without the time of phases within it, which is on record by itself.
  void record_own_time(Clock::duration duration) noexcept;

  std::string subject_;
  const char* phase_ = nullptr;
  Clock::time_point began_;
  std::vector<Time> times_;
  ErrorContextCallback callback_{};
  Watcher watcher_;
  std::size_t done_before_phase_ = 0;
  Phases* around_;
  // Of phases within the current one.
  Clock::duration within_{};
};

// Where no Progress is at hand, rows are counted as those of the phase that runs; not where none
// does. 0 are expected where nobody knows how many there are.
void expect_counted_units(std::size_t units);
void count_units(std::size_t units) noexcept;

}  // namespace microdata::postgres
