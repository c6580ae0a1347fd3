#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "core/microdata/uniform_draw.hpp"

namespace microdata {

// A source of uniform randomness. Where the bits come from is the caller's choice: a release draws
// them from the operating system, a test from a seed.
class Random {
 public:
  // Fills a block with independent uniform 64-bit words.
  using Fill = std::function<void(std::span<std::uint64_t>)>;

  explicit Random(Fill fill) : fill_(std::move(fill)) {}

  // The same sequence on every platform and standard library. For tests: who knows the seed can
  // undo what it permuted.
  static Random seeded(std::uint64_t seed);

  std::uint64_t next();

  // Uniform in 0 .. bound - 1, without bias. Requires bound > 0.
  std::uint32_t below(std::uint32_t bound);

  // Uniform in [0, 1).
  double share() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

  // Every order of `items` is equally likely. At most 2^32 - 1 items.
  template <typename T>
  void shuffle(std::span<T> items) {
    microdata::shuffle(items, [this](std::uint32_t bound) { return below(bound); });
  }

 private:
  std::uint32_t next_half();

  Fill fill_;
  std::array<std::uint64_t, 512> block_{};
  std::size_t used_ = block_.size();
  std::uint64_t halves_ = 0;
  bool half_left_ = false;
};

}  // namespace microdata
