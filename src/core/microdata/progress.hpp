#pragma once

#include <functional>
#include <utility>

#include "core/microdata/microdata.hpp"

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
