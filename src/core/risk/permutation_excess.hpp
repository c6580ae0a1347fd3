#pragma once

#include <cstddef>
#include <span>

namespace microdata {

// Of the sum of s(i, pi(i)) over the k places of a block, for a uniform permutation pi.
struct BlockMoments {
  double mean = 0;
  double variance = 0;
};

// score[i * k + j] is s(i, j); k is at least 2.
BlockMoments moments_of_block(std::span<const double> score, std::size_t k);

// How far sums over blocks are above what permutations of the blocks give, by mean and variance.
class PermutationExcess {
 public:
  // Adds a block, as above: the sum of its s(i, i). One whose sum no permutation changes does not
  // count.
  void add(std::span<const double> score, std::size_t k);
  // The same for the sum of any s(i, pi(i)) with a fixed pi.
  void add(double sum, const BlockMoments& moments);

  std::size_t blocks() const { return blocks_; }
  // In standard deviations; requires a block.
  double deviations() const;
  // What is still taken for chance. Wider where there are few blocks, so that what was permuted
  // exceeds it less than once in 10^8 times.
  double bound() const;

 private:
  double excess_ = 0;  // observed less expected
  double variance_ = 0;
  std::size_t blocks_ = 0;
};

}  // namespace microdata
