#include "postgres/server/progress.hpp"

#include <utility>

#include "postgres/server/call_record.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

void check_for_interrupts() {
  // The flag is the server's own; only when it is set is there anything to call.
  if (INTERRUPTS_PENDING_CONDITION()) guarded([] { CHECK_FOR_INTERRUPTS(); });
}

Phases::Phases(std::string subject) : subject_(std::move(subject)), began_(Clock::now()) {
  callback_.callback = add_context;
  callback_.arg = this;
  callback_.previous = error_context_stack;
  error_context_stack = &callback_;
}

Phases::~Phases() {
  if (phase_ != nullptr) record_phase(phase_, Clock::now() - began_);
  error_context_stack = callback_.previous;
}

void Phases::begin(const char* phase) {
  const Clock::time_point now = Clock::now();
  if (phase_ != nullptr) {
    times_.push_back({phase_, now - began_});
    record_phase(phase_, now - began_);
  }
  phase_ = phase;
  began_ = now;
}

void Phases::finish() {
  begin(nullptr);
  for (const Time& time : times_) {
    const auto microseconds =
        std::chrono::duration_cast<std::chrono::microseconds>(time.duration).count();
    report(DEBUG1, subject_ + ": " + time.phase + " took " +
                       std::to_string(static_cast<double>(microseconds) / 1000) + " ms");
  }
}

Progress Phases::progress() {
  return Progress([] { check_for_interrupts(); }, [this](const char* phase) { begin(phase); });
}

void Phases::add_context(void* self) {
  const auto* phases = static_cast<const Phases*>(self);
  if (phases->phase_ != nullptr) {
    errcontext("%s, phase \"%s\"", phases->subject_.c_str(), phases->phase_);
  }
}

}  // namespace microdata::postgres
