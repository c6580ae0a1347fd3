#pragma once

#include "postgres/server/api.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/checkpoint_clock.hpp"
#include "core/base/progress.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

// The record of the messages and times of the calls of a run of a series. A session has one run at
// a time; the record is kept in memory, because an error undoes everything that was written by
// then.
void begin_call_record();

// Adds a message to the record; does nothing if there is none.
void record_message(int level, const std::string& message, const std::string& detail,
                    const std::string& hint);

struct CallRecord {
  // JSON of the messages, an array, and of the phases, an object.
  std::string notices;
  std::string phases;
};

// Ends the record.
CallRecord end_call_record();

// The delay of a cancel is measured in calls made with messages of level DEBUG1: such a message
// reports the longest time between two checkpoints.

// The clock of the running call; null if nothing is measured.
extern CheckpointClock* checkpoint_clock;

// Notes that the session reaches a checkpoint.
inline void note_checkpoint() noexcept {
  if (checkpoint_clock != nullptr) checkpoint_clock->checkpoint();
}

// Notes that the session's own work begins, after work of the server, which checks for interrupts
// itself.
inline void begin_own_work() noexcept {
  if (checkpoint_clock != nullptr) checkpoint_clock->restart();
}

// Calls `body` as guarded() does. The server checks for interrupts in it, as in statements.
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

// Is a checkpoint in code that the server runs; fails as PostgreSQL does.
inline void check_in_server() {
  note_checkpoint();
  CHECK_FOR_INTERRUPTS();
}

// The measurement of the outermost call.
class MeasuredCall {
 public:
  MeasuredCall();
  MeasuredCall(const MeasuredCall&) = delete;
  MeasuredCall& operator=(const MeasuredCall&) = delete;
  ~MeasuredCall();

  // Reports the longest time, and its phase. Must be called if the call succeeds.
  void report_longest() const;

 private:
  std::optional<CheckpointClock> own_;
};

// Notes the end of a phase of the call; the longest time was in it unless it was as long before.
void note_phase_of_longest(const char* phase);

// Progress of the session for microdata.progress, pg_stat_activity and the process title: the
// running function, and how far it is. If functions call each other, the outermost is named, and
// the phase is that of the innermost. The session's slot for progress is the server's own, as
// VACUUM and COPY use it. These functions never fail, and only the session's own thread may call
// them.

// A scope in which a command is shown, by its number in progress_names.hpp; 0 for none.
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

// Sets the relation that the innermost command is about, unless it is set.
void command_is_about(Oid relation);

// Makes regions the steps of the innermost command from now on. Fewer than two regions are ignored.
void show_regions(std::size_t done, std::size_t total);

// Reduces the number of expected units.
void expect_fewer_units(std::size_t units);

// Commands of functions in SQL, which end at the latest with the transaction, or the subtransaction
// that they began in. `steps` is 0 if their number is not known.
void begin_sql_command(int command, Oid relation, std::size_t steps);
void step_sql_command();
void end_sql_command();

// The progress that a session shows, as read from its slot.
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

// True if the slot belongs to a command of this extension; then sets its progress.
bool shown_command(const PgBackendStatus& session, ShownCommand& shown);

// Lets a cancel, a timeout or a shutdown take effect. Cheap if there is none.
void check_for_interrupts();

// The phases of a call: the CONTEXT of an error names them, microdata.progress shows them, and
// DEBUG1 reports their times.
class Phases {
 public:
  // `subject` is the work that the phases are about, as in "slicing \"patients\"".
  explicit Phases(std::string subject);
  Phases(const Phases&) = delete;
  Phases& operator=(const Phases&) = delete;
  ~Phases();

  void begin(const char* phase);
  // Reports the time of every phase.
  void finish();

  // Returns the Progress to pass to the core.
  Progress progress();

  // Returns the phases of the innermost work; null if there is none.

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
  // Records the phase's time without phases within it, which have records of their own.
  void record_own_time(Clock::duration duration) noexcept;

  std::string subject_;
  const char* phase_ = nullptr;
  Clock::time_point began_;
  std::vector<Time> times_;
  ErrorContextCallback callback_{};
  Watcher watcher_;
  std::size_t done_before_phase_ = 0;
  Phases* around_;
  // The time of phases within the current one.
  Clock::duration within_{};
};

// Counts rows as units of the running phase if no Progress is at hand; does nothing without a
// phase. 0 is expected if the number is not known.
void expect_counted_units(std::size_t units);
void count_units(std::size_t units) noexcept;

}  // namespace microdata::postgres
