#include "core/microdata/checkpoint_clock.hpp"

#include <ctime>

namespace microdata {

namespace {

// In nanoseconds since the thread began.
std::int64_t processor_time() noexcept {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

thread_local std::int64_t last_checkpoint = 0;

}  // namespace

void CheckpointClock::restart() noexcept {
  last_checkpoint = processor_time();
}

void CheckpointClock::checkpoint() noexcept {
  const std::int64_t now = processor_time();
  const std::int64_t gap = now - last_checkpoint;
  last_checkpoint = now;
  std::int64_t longest = longest_.load(std::memory_order_relaxed);
  while (gap > longest &&
         !longest_.compare_exchange_weak(longest, gap, std::memory_order_relaxed)) {
  }
}

}  // namespace microdata
