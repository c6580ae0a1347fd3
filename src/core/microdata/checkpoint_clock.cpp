#include "core/microdata/checkpoint_clock.hpp"

#include <ctime>

namespace microdata {

namespace {

std::int64_t nanoseconds_of(clockid_t clock) noexcept {
  timespec now{};
  clock_gettime(clock, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// The processor clock is asked by a call of the kernel, the wall clock is not. A thread has worked
// no longer than the wall clock says, so checkpoints that follow the last reading within this time
// need none. What is measured is so at most this much more than the longest time.
constexpr std::int64_t worth_reading = 200'000;

// The processor time of the calling thread when it was last read, and the wall clock then.
thread_local std::int64_t last_checkpoint = 0;
thread_local std::int64_t last_reading = 0;

}  // namespace

void CheckpointClock::restart() noexcept {
  last_reading = nanoseconds_of(CLOCK_MONOTONIC);
  last_checkpoint = nanoseconds_of(CLOCK_THREAD_CPUTIME_ID);
}

void CheckpointClock::checkpoint() noexcept {
  const std::int64_t reading = nanoseconds_of(CLOCK_MONOTONIC);
  if (reading - last_reading < worth_reading) return;
  const std::int64_t now = nanoseconds_of(CLOCK_THREAD_CPUTIME_ID);
  const std::int64_t gap = now - last_checkpoint;
  last_reading = reading;
  last_checkpoint = now;
  std::int64_t longest = longest_.load(std::memory_order_relaxed);
  while (gap > longest &&
         !longest_.compare_exchange_weak(longest, gap, std::memory_order_relaxed)) {
  }
}

}  // namespace microdata
