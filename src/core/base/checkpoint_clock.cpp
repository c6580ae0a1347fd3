#include "core/base/checkpoint_clock.hpp"

#include <ctime>

namespace microdata {

namespace {

std::int64_t nanoseconds_of(clockid_t clock) noexcept {
  timespec now{};
  clock_gettime(clock, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// Time by the wall clock within which checkpoints do not read the processor clock, because that
// takes a system call. A thread has worked no longer than the wall clock shows. The measured time
// therefore exceeds the longest time by at most this much.
constexpr std::int64_t worth_reading = 200'000;

// Processor time of the calling thread when it was last read, and the wall clock's time of that
// reading.
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
