#pragma once

#include <cstddef>
#include <span>

namespace microdata {

// Moments of the sum of s(i, pi(i)) over the k places of a block, for a uniform permutation pi.
struct BlockMoments {
  double mean = 0;
  double variance = 0;
};

// Returns the moments of a block; score[i * k + j] is s(i, j), and k is at least 2.
BlockMoments moments_of_block(std::span<const double> score, std::size_t k);

// Excess of sums over blocks above the sums of shuffled blocks, by mean and variance.
class PermutationExcess {
 public:
  // Adds the sum of s(i, i) of a block, with the scores as above. A block whose sum no permutation
  // changes does not count.
  void add(std::span<const double> score, std::size_t k);
  // Adds the sum of s(i, pi(i)) for any fixed pi.
  void add(double sum, const BlockMoments& moments);

  std::size_t blocks() const { return blocks_; }
  // Returns the excess in standard deviations; requires a block.
  double deviations() const;
  // Returns the largest excess that counts as chance. It is higher if there are few blocks, so that
  // shuffled blocks exceed it less than once in 10^8 times.
  double bound() const;

 private:
  double excess_ = 0;  // observed less expected
  double variance_ = 0;
  std::size_t blocks_ = 0;
};

}  // namespace microdata
