#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <utility>

#include "core/base/checkpoint_clock.hpp"
#include "core/base/vector_order.hpp"

namespace microdata {

// Observer of a computation's progress. The functions are called only by the thread that called the
// computation.
struct Watcher {
  // Announces more units of work of the phase.
  std::function<void(std::size_t units, const char* unit)> expect;
  // Reports that the thread begins, or ends, to wait for others.
  std::function<void(bool begins)> wait;
  // Number of units done since the watcher began; all threads add to it.
  std::atomic<std::size_t> done{0};
  // Clock for the checkpoints of other threads; null if they are not measured.
  CheckpointClock* clock = nullptr;
};

// Progress of a computation, and requests for its cancellation. A checkpoint is called at least
// every 10 ms of work; an exception from a checkpoint cancels the computation.
class Progress {
 public:
  Progress() = default;
  explicit Progress(std::function<void()> poll, std::function<void(const char*)> phase = {},
                    Watcher* watcher = nullptr)
      : poll_(std::move(poll)),
        phase_(std::move(phase)),
        watcher_(watcher),
        done_(watcher == nullptr ? nullptr : &watcher->done) {}

  // Returns the progress of another thread that works for this one. `poll` cancels that thread; its
  // units are counted together with those of this one.
  Progress in_other_thread(std::function<void()> poll) const {
    Progress other(std::move(poll));
    other.done_ = done_;
    other.clock_ = watcher_ == nullptr ? clock_ : watcher_->clock;
    return other;
  }

  void checkpoint() const {
    if (clock_ != nullptr) clock_->checkpoint();
    if (poll_) poll_();
  }

  // Polls once in a few thousand rows, for loops with little work per row.
  void checkpoint_at(std::size_t row) const {
    if (row % rows_per_poll == 0) checkpoint();
  }

  // Calls body(begin, end) for consecutive blocks of `rows` rows, polling between them. Serves
  // loops so tight that a test of the row's number would slow them down.
  template <typename Body>
  void in_blocks(std::size_t rows, const Body& body) const {
    for (std::size_t begin = 0; begin < rows; begin += rows_per_poll) {
      checkpoint();
      body(begin, std::min(rows, begin + rows_per_poll));
    }
  }

  // Names the phase that begins.
  void phase(const char* name) const {
    if (phase_) phase_(name);
  }

  // Announces more units of work of the phase. Calls of advance() must count all units. Loops that
  // are only a small part of their phase call neither.
  void expect(std::size_t units, const char* unit = "rows") const {
    if (watcher_ != nullptr && watcher_->expect) watcher_->expect(units, unit);
  }

  void advance(std::size_t units = 1) const {
    if (done_ != nullptr) done_->fetch_add(units, std::memory_order_relaxed);
  }

  // Calls `wait`, which only waits for other threads.
  template <typename Wait>
  void waiting(const Wait& wait) const {
    const bool watched = watcher_ != nullptr && watcher_->wait;
    if (watched) watcher_->wait(true);
    wait();
    if (watched) watcher_->wait(false);
  }

 private:
  static constexpr std::size_t rows_per_poll = 8192;

  std::function<void()> poll_;
  std::function<void(const char*)> phase_;
  Watcher* watcher_ = nullptr;
  std::atomic<std::size_t>* done_ = nullptr;
  // Set in threads other than the watcher's.
  CheckpointClock* clock_ = nullptr;
};

}  // namespace microdata
