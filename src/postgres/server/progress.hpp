#pragma once

#include "postgres/server/api.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"

namespace microdata::postgres {

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
