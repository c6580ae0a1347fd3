#pragma once

#include <cstddef>
#include <span>

namespace microdata {

// How far the sum of s(i, i) over blocks of k places is above what permutations of the blocks give,
// by its mean and variance over all of them.
class PermutationExcess {
 public:
  // Adds a block: score[i * k + j] is s(i, j). One whose sum no permutation changes does not count.
  void add(std::span<const double> score, std::size_t k);

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
