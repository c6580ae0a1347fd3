#include "postgres/server/progress.hpp"

#include <utility>

#include "postgres/server/call_record.hpp"
#include "postgres/server/checkpoints.hpp"
#include "postgres/server/command_progress.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

void check_for_interrupts() {
  note_checkpoint();
  // The flag is the server's own; only when it is set is there anything to call.
  if (INTERRUPTS_PENDING_CONDITION()) guarded([] { CHECK_FOR_INTERRUPTS(); });
}

namespace {

Phases*& innermost_phases() {
  static Phases* innermost = nullptr;
  return innermost;
}

}  // namespace

Phases::Phases(std::string subject)
    : subject_(std::move(subject)),
      began_(Clock::now()),
      around_(std::exchange(innermost_phases(), this)) {
  callback_.callback = add_context;
  callback_.arg = this;
  callback_.previous = error_context_stack;
  error_context_stack = &callback_;
}

Phases::~Phases() {
  if (phase_ != nullptr) record_own_time(Clock::now() - began_);
  innermost_phases() = around_;
  error_context_stack = callback_.previous;
}

void Phases::begin(const char* phase) {
  const Clock::time_point now = Clock::now();
  note_phase_of_longest(phase_);
  if (phase_ != nullptr) {
    times_.push_back({phase_, now - began_});
    record_own_time(now - began_);
  }
  phase_ = phase;
  began_ = now;
  done_before_phase_ = watcher_.done;
  begin_command_phase(phase);
}

void Phases::record_own_time(Clock::duration duration) noexcept {
  record_phase(phase_, duration - within_);
  within_ = {};
  if (around_ != nullptr) around_->within_ += duration;
}

void expect_counted_units(std::size_t units) {
  if (innermost_phases() != nullptr) expect_units(units, "rows");
}

void count_units(std::size_t units) noexcept {
  Phases* phases = innermost_phases();
  if (phases == nullptr) return;
  phases->watcher_.done += units;
  phases->show();
}

void Phases::show() {
  show_units_done(watcher_.done - done_before_phase_);
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
  const uint32 event = guarded([] { return compat::wait_for_threads(); });
  watcher_.clock = checkpoint_clock;
  watcher_.expect = expect_units;
  watcher_.wait = [event](bool begins) {
    if (begins) {
      pgstat_report_wait_start(event);
    } else {
      pgstat_report_wait_end();
    }
  };
  return Progress(
      [this] {
        show();
        check_for_interrupts();
      },
      [this](const char* phase) { begin(phase); }, &watcher_);
}

void Phases::add_context(void* self) {
  const auto* phases = static_cast<const Phases*>(self);
  if (phases->phase_ != nullptr) {
    errcontext("%s, phase \"%s\"", phases->subject_.c_str(), phases->phase_);
  }
}

}  // namespace microdata::postgres
