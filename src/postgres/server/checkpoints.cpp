#include "postgres/server/checkpoints.hpp"

#include <chrono>
#include <cstdio>
#include <string>

namespace microdata::postgres {

CheckpointClock* checkpoint_clock = nullptr;

namespace {

// The longest time when the last phase ended, and the phase that it was in; null: in none.
std::chrono::nanoseconds longest_before{0};
const char* phase_of_longest = nullptr;

}  // namespace

MeasuredCall::MeasuredCall() {
  if (checkpoint_clock != nullptr) {
    begin_own_work();
    return;
  }
  if (!message_level_is_interesting(DEBUG1)) return;
  checkpoint_clock = &own_.emplace();
  longest_before = {};
  phase_of_longest = nullptr;
  begin_own_work();
}

MeasuredCall::~MeasuredCall() {
  if (own_) checkpoint_clock = nullptr;
}

void MeasuredCall::report_longest() const {
  note_checkpoint();
  if (!own_) return;
  note_phase_of_longest(nullptr);
  const double milliseconds = std::chrono::duration<double, std::milli>(own_->longest()).count();
  char text[64];
  std::snprintf(text, sizeof(text), "%.3f ms between two checkpoints", milliseconds);
  report(DEBUG1, std::string("at most ") + text +
                     (phase_of_longest == nullptr
                          ? std::string()
                          : std::string(", in phase \"") + phase_of_longest + "\""));
}

void note_phase_of_longest(const char* phase) {
  if (checkpoint_clock == nullptr) return;
  note_checkpoint();
  if (checkpoint_clock->longest() <= longest_before) return;
  longest_before = checkpoint_clock->longest();
  phase_of_longest = phase;
}

}  // namespace microdata::postgres
