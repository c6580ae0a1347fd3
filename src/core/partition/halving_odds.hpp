#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/partition/strata.hpp"

namespace microdata {

// The probability that more than `limit` of the `count` rows with a value get into one half or the
// other of `rows` rows, were these halved at random: the count in a half is hypergeometric, here
// taken for normal, with continuity correction.
double halving_failure(double rows, double count, double limit);

// Cuts that fail with more than this probability are not tried (docs/experiments/figures.md).
inline constexpr double most_halving_failures = 0.5;

// How probable it is that both halves of a region satisfy l, by the counts of its values alone.
// A cut that fails costs later ones (oblivious_cuts.hpp); this tells which are not worth a try.
class HalvingOdds {
 public:
  using Counts = std::vector<std::uint32_t>;

  // `strata` outlive it.
  HalvingOdds(std::span<const Strata> strata, double l) : strata_(strata), l_(l) {}

  Counts make_counts() const;

  // `tags` are the strata of each row for each sensitive attribute; all are of one q. `counts` are
  // zero between calls.
  bool worth_a_try(std::span<const std::uint32_t> tags, Counts& counts) const;

 private:
  std::span<const Strata> strata_;
  double l_;
};

}  // namespace microdata
