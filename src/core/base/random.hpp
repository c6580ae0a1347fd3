#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "core/base/uniform_draw.hpp"

namespace microdata {

// Source of uniform randomness. The caller chooses the source of the bits: a release draws them
// from the operating system, a test from a seed.
class Random {
 public:
  // Function that fills a block with independent uniform 64-bit words.
  using Fill = std::function<void(std::span<std::uint64_t>)>;

  explicit Random(Fill fill) : fill_(std::move(fill)) {}

  // Returns a generator with the same sequence on every platform and standard library. It serves
  // tests and choices that keep nothing secret, because knowledge of the seed undoes its
  // permutations.
  static Random seeded(std::uint64_t seed);

  std::uint64_t next();

  // Returns a uniform number of 0 .. bound - 1, without bias. Requires bound > 0.
  std::uint32_t below(std::uint32_t bound);

  // Returns a uniform number of [0, 1).
  double share() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

  // Shuffles `items`, at most 2^32 - 1, with every order equally likely.
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
