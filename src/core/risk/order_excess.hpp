#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "core/risk/permutation_excess.hpp"

namespace microdata {

// How the places of one table go with those of another, within a bucket: the first with the first,
// or, reversed, with the last; shifted, with the one so many places on, and the last with the first
// ones.
struct PlaceOrder {
  bool reversed = false;
  int shift = 0;
};

// How well places go together in each of these orders, above what permutations give.
class OrderExcess {
 public:
  // The farthest shift, on or back.
  static constexpr int most_shift = 8;

  // Adds a block of k places; score[i * k + j] is of place i of the one table and place j of the
  // other. The block is a whole bucket.
  void add(std::span<const double> score, std::size_t k);
  // The same of a part of a bucket, to the orders that are not reversed.
  void add_straight(std::span<const double> score, std::size_t k);
  // To those that are: the places of the other table are as far from the end of the bucket as those
  // of the one are from the beginning.
  void add_reversed(std::span<const double> score, std::size_t k);

  struct Found {
    PlaceOrder order;
    double excess = 0;
    // As PermutationExcess has it for the order that is neither shifted nor reversed. One standard
    // deviation more for the others, so that all of them together add a twentieth to its false
    // alarms: there are 33, and a normal deviate passes 7 once for 770 times that it passes 6.
    double bound = 0;
  };
  // The order that is farthest above its bound; the one that is neither reversed nor shifted where
  // none is. With a bound of 0 where nothing was added.
  Found farthest() const;

 private:
  static constexpr std::size_t shifts = 2 * most_shift + 1;

  void add(bool reversed, std::span<const double> score, std::size_t k,
           const BlockMoments& moments);

  // By how far they are shifted, from most_shift back; then those that are reversed.
  std::array<PermutationExcess, 2 * shifts> excess_;
};

}  // namespace microdata
