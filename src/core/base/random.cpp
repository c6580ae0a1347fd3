#include "core/base/random.hpp"

#include <random>

namespace microdata {

Random Random::seeded(std::uint64_t seed) {
  // The standard defines mt19937_64 bit by bit, but not its distributions; hence below().
  return Random([engine = std::mt19937_64(seed)](std::span<std::uint64_t> block) mutable {
    for (std::uint64_t& word : block)
      word = engine();
  });
}

std::uint64_t Random::next() {
  if (used_ == block_.size()) {
    fill_(block_);
    used_ = 0;
  }
  return block_[used_++];
}

std::uint32_t Random::next_half() {
  half_left_ = !half_left_;
  if (half_left_) {
    halves_ = next();
    return static_cast<std::uint32_t>(halves_ >> 32U);
  }
  return static_cast<std::uint32_t>(halves_);
}

// Draws by multiplication with rejection (Lemire, "Fast random integer generation in an interval",
// 2019).
std::uint32_t Random::below(std::uint32_t bound) {
  std::uint64_t product = std::uint64_t{next_half()} * bound;
  if (static_cast<std::uint32_t>(product) < bound) {
    const std::uint32_t threshold = (0U - bound) % bound;
    while (static_cast<std::uint32_t>(product) < threshold) {
      product = std::uint64_t{next_half()} * bound;
    }
  }
  return static_cast<std::uint32_t>(product >> 32U);
}

}  // namespace microdata
