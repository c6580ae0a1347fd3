#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace microdata {

// Measures the longest time that a thread works between two checkpoints, which bounds how late a
// cancel takes effect. The time is of each thread's processor clock: neither other work on the
// machine nor waiting for other threads counts. A thread that begins has come from a checkpoint.
class CheckpointClock {
 public:
  // The calling thread's work begins here: what it has done before does not count.
  void restart() noexcept;

  // The calling thread comes to a checkpoint.
  void checkpoint() noexcept;

  std::chrono::nanoseconds longest() const noexcept {
    return std::chrono::nanoseconds(longest_.load(std::memory_order_relaxed));
  }

 private:
  std::atomic<std::int64_t> longest_{0};
};

}  // namespace microdata
