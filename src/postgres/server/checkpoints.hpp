#pragma once

#include "postgres/server/api.hpp"

#include <optional>

#include "core/microdata/checkpoint_clock.hpp"
#include "postgres/server/guard.hpp"

// How late a cancel takes effect is measured in calls that are made where messages of level DEBUG1
// are wanted: the longest time between two checkpoints is reported as such a message.
namespace microdata::postgres {

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

}  // namespace microdata::postgres
