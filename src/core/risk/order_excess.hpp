#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "core/risk/permutation_excess.hpp"

namespace microdata {

// Correspondence of the places of two tables within a bucket: the first with the first or, if
// reversed, with the last. If shifted, each goes with the place `shift` further on, and places
// beyond the end continue at the beginning.
struct PlaceOrder {
  bool reversed = false;
  int shift = 0;
};

// Excess of the scores of each of these orders over the scores of permutations.
class OrderExcess {
 public:
  // Largest shift, in either direction.
  static constexpr int most_shift = 8;

  // Adds a block of k places, which is a whole bucket. The score of place i of the one table and
  // place j of the other is score[i * k + j].
  void add(std::span<const double> score, std::size_t k);
  // Adds a block that is a part of a bucket to the orders that are not reversed.
  void add_straight(std::span<const double> score, std::size_t k);
  // Adds a block that is a part of a bucket to the reversed orders. The places of the other table
  // are as far from the end of the bucket as those of the one table are from the beginning.
  void add_reversed(std::span<const double> score, std::size_t k);

  struct Found {
    PlaceOrder order;
    // The deviation in this order; its bound is 0 if nothing was added. For the sum, it is the
    // bound of PermutationExcess for the order that is neither shifted nor reversed, and one
    // standard deviation more for the others. The other orders, which are 33, together add a
    // twentieth to the false alarms. A normal deviate passes 7 once for 770 times that it passes 6.
    PermutationExcess::Found is;
  };
  // Returns the order that is farthest above its bound; if none is above its bound, the order that
  // is neither reversed nor shifted. `tests` is the number of pairs of tables.
  Found farthest(double tests) const;

 private:
  static constexpr std::size_t shifts = 2 * most_shift + 1;

  void add(bool reversed, std::span<const double> score, std::size_t k,
           const BlockMoments& moments);

  // Excess of each order: by shift, from -most_shift on, then the same for the reversed orders.
  std::array<PermutationExcess, 2 * shifts> excess_;
};

}  // namespace microdata
