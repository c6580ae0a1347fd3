#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <utility>

#include "core/microdata/checkpoint_clock.hpp"
#include "core/microdata/vector_order.hpp"

namespace microdata {

// Who wants to know how far a computation has come. The functions are called by the thread that the
// computation was called in, and by no other.
struct Watcher {
  // The phase has so many more units of work.
  std::function<void(std::size_t units, const char* unit)> expect;
  // The thread begins, or ends, to wait for others.
  std::function<void(bool begins)> wait;
  // Units that are done since the watcher began; threads count them together.
  std::atomic<std::size_t> done{0};
  // Measures the checkpoints of other threads; null: nothing does.
  CheckpointClock* clock = nullptr;
};

// What a computation reports to and asks for cancellation. A checkpoint is called at least every
// 10 ms of work; one that throws cancels the computation.
class Progress {
 public:
  Progress() = default;
  explicit Progress(std::function<void()> poll, std::function<void(const char*)> phase = {},
                    Watcher* watcher = nullptr)
      : poll_(std::move(poll)),
        phase_(std::move(phase)),
        watcher_(watcher),
        done_(watcher == nullptr ? nullptr : &watcher->done) {}

  // For another thread that works for this one: it is cancelled by `poll`, and counts.
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

  // Polls once in a few thousand rows; for loops that do little work per row.
  void checkpoint_at(std::size_t row) const {
    if (row % rows_per_poll == 0) checkpoint();
  }

  // Calls body(begin, end) for consecutive blocks of `rows` rows, polling in between: for loops so
  // tight that a look at the row's number would slow them down.
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

  // Says that the phase has so many more units of work, each of which is to be counted by
  // advance(). Loops that are but a small part of their phase do neither.
  void expect(std::size_t units, const char* unit = "rows") const {
    if (watcher_ != nullptr && watcher_->expect) watcher_->expect(units, unit);
  }

  void advance(std::size_t units = 1) const {
    if (done_ != nullptr) done_->fetch_add(units, std::memory_order_relaxed);
  }

  // Calls `wait`, which does nothing but wait for other threads.
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
