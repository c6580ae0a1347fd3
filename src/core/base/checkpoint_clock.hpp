#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace microdata {

// Clock for the longest time that a thread works between two checkpoints, which bounds the delay of
// a cancellation. Time is that of each thread's processor clock: neither other work on the machine
// nor waiting for other threads counts. A thread that begins counts as coming from a checkpoint.
class CheckpointClock {
 public:
  // Starts to measure the calling thread's work; earlier work does not count.
  void restart() noexcept;

  // Records that the calling thread reaches a checkpoint.
  void checkpoint() noexcept;

  std::chrono::nanoseconds longest() const noexcept {
    return std::chrono::nanoseconds(longest_.load(std::memory_order_relaxed));
  }

 private:
  std::atomic<std::int64_t> longest_{0};
};

}  // namespace microdata
