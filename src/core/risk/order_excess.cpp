#include "core/risk/order_excess.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace microdata {

void OrderExcess::add_straight(std::span<const double> score, std::size_t k) {
  add(false, score, k);
}

void OrderExcess::add_reversed(std::span<const double> score, std::size_t k) {
  add(true, score, k);
}

void OrderExcess::add(bool reversed, std::span<const double> score, std::size_t k) {
  if (k < 2) return;
  const BlockMoments moments = moments_of_block(score, k);
  for (std::size_t s = 0; s < shifts; ++s) {
    // Not below 0.
    const std::size_t shift = (s + most_shift * k - most_shift) % k;
    double sum = 0;
    for (std::size_t i = 0; i < k; ++i)
      sum += score[i * k + ((reversed ? k - 1 - i : i) + shift) % k];
    excess_[s + (reversed ? shifts : 0)].add(sum, moments);
  }
}

OrderExcess::Found OrderExcess::farthest() const {
  Found found;
  const auto consider = [&](bool reversed, int shift) {
    const PermutationExcess& excess =
        excess_[static_cast<std::size_t>(shift + most_shift) + (reversed ? shifts : 0)];
    if (excess.blocks() == 0) return;
    const double bound = excess.bound() + (reversed || shift != 0 ? 1 : 0);
    const double deviations = excess.deviations();
    // What is the same order in buckets of few places differs by rounding alone.
    if (found.bound > 0 && deviations - bound < found.excess - found.bound + 1e-9) return;
    found = {{reversed, shift}, deviations, bound};
  };
  for (const bool reversed : {false, true}) {
    consider(reversed, 0);
    for (int shift = 1; shift <= most_shift; ++shift) {
      consider(reversed, shift);
      consider(reversed, -shift);
    }
  }
  return found;
}

}  // namespace microdata
