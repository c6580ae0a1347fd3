#include "core/risk/order_excess.hpp"

namespace microdata {

namespace {

// Returns the sum over all places of the one table, if its first place goes with place `j` of the
// other table.
double sum_along(std::span<const double> score, std::size_t k, bool reversed, std::size_t j) {
  double sum = 0;
  for (std::size_t i = 0; i < k; ++i) {
    sum += score[i * k + j];
    if (reversed) {
      j = j == 0 ? k - 1 : j - 1;
    } else {
      j = j + 1 == k ? 0 : j + 1;
    }
  }
  return sum;
}

}  // namespace

void OrderExcess::add(std::span<const double> score, std::size_t k) {
  if (k < 2) return;
  const BlockMoments moments = moments_of_block(score, k);
  add(false, score, k, moments);
  add(true, score, k, moments);
}

void OrderExcess::add_straight(std::span<const double> score, std::size_t k) {
  if (k > 1) add(false, score, k, moments_of_block(score, k));
}

void OrderExcess::add_reversed(std::span<const double> score, std::size_t k) {
  if (k > 1) add(true, score, k, moments_of_block(score, k));
}

void OrderExcess::add(bool reversed, std::span<const double> score, std::size_t k,
                      const BlockMoments& moments) {
  std::array<double, shifts> sums{};
  for (std::size_t s = 0; s < shifts; ++s) {
    // Shifts by as many places as there are do nothing. The sum is not below 0.
    const std::size_t first = (s + most_shift * k - most_shift + (reversed ? k - 1 : 0)) % k;
    sums[s] = s < k ? sum_along(score, k, reversed, first) : sums[s - k];
    excess_[s + (reversed ? shifts : 0)].add(sums[s], moments, k);
  }
}

OrderExcess::Found OrderExcess::farthest(double tests) const {
  Found found;
  const auto consider = [&](bool reversed, int shift) {
    const PermutationExcess& excess =
        excess_[static_cast<std::size_t>(shift + most_shift) + (reversed ? shifts : 0)];
    if (excess.blocks() == 0) return;
    const bool other = reversed || shift != 0;
    const PermutationExcess::Found in_order =
        excess.farthest(tests * static_cast<double>(excess_.size()), other ? 1 : 0);
    // An order other than the straight one counts only if it is above its bound, and thus no
    // chance.
    if (other && in_order.excess <= in_order.bound) return;
    if (found.is.bound > 0 && in_order.excess - in_order.bound <= found.is.excess - found.is.bound)
      return;
    found = {{reversed, shift}, in_order};
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
