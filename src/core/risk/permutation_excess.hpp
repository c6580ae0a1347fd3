#pragma once

#include <array>
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

// A way in which the rows of blocks deviate from shuffled rows: they link too much, too little, or
// some blocks link far more or less than others, so that the sum over all blocks may hide it.
enum class Deviation { more, fewer, uneven };

// Deviation of the sums over blocks from the sums of shuffled blocks, by mean and variance.
class PermutationExcess {
 public:
  struct Found {
    Deviation deviation = Deviation::more;
    // Size of the deviation, and the largest that counts as chance, in standard deviations.
    double excess = 0;
    double bound = 0;
  };

  // Adds the sum of s(i, i) of a block, with the scores as above. A block whose sum no permutation
  // changes does not count.
  void add(std::span<const double> score, std::size_t k);
  // Adds the sum of s(i, pi(i)) over a block of k places, for any fixed pi.
  void add(double sum, const BlockMoments& moments, std::size_t k);

  std::size_t blocks() const { return blocks_; }
  // Returns the deviation that is farthest above its bound; if none is above it, the excess of the
  // sum over all blocks, which can be negative. Requires a block. `tests` is the number of
  // results among which a caller takes the farthest. `margin` is added to the bound of the sum.
  Found farthest(double tests, double margin = 0) const;

 private:
  // The sum over all blocks. Its bound is higher if there are few blocks, so that shuffled blocks
  // exceed it less than once in 10^8 times.
  double deviations() const;
  double bound() const;
  // The squared deviations of single blocks.
  Found unevenness(double tests) const;

  double excess_ = 0;  // observed less expected
  double variance_ = 0;
  std::size_t blocks_ = 0;
  // Number and sum of the squared deviations below 2, from there to 4, to 8 and so on, and above
  // the last power. A block of two places always deviates by 1, and is not counted.
  static constexpr std::size_t octaves = 12;
  struct Squares {
    std::size_t blocks = 0;
    double sum = 0;
  };
  std::array<Squares, octaves + 1> squares_;
};

}  // namespace microdata
