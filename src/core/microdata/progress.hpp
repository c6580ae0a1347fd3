#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

namespace microdata {

// What a computation reports to and asks for cancellation. A checkpoint is called at least every
// 10 ms of work; one that throws cancels the computation.
class Progress {
 public:
  Progress() = default;
  explicit Progress(std::function<void()> poll, std::function<void(const char*)> phase = {})
      : poll_(std::move(poll)), phase_(std::move(phase)) {}

  void checkpoint() const {
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

 private:
  static constexpr std::size_t rows_per_poll = 8192;

  std::function<void()> poll_;
  std::function<void(const char*)> phase_;
};

}  // namespace microdata
