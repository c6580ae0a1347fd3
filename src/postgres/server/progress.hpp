#pragma once

#include "postgres/server/api.hpp"

#include <chrono>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"

namespace microdata::postgres {

// Lets a cancel, a timeout or a shutdown take effect. Cheap while there is none.
void check_for_interrupts();

// The phases of a call: what the CONTEXT of an error names, and what DEBUG1 reports the times of.
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

  static void add_context(void* self);

  std::string subject_;
  const char* phase_ = nullptr;
  Clock::time_point began_;
  std::vector<Time> times_;
  ErrorContextCallback callback_{};
};

}  // namespace microdata::postgres
