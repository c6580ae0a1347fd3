#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/partition/strata.hpp"

namespace microdata {

// Returns the probability that a random halving of `rows` rows puts more than `limit` of the
// `count` rows with a value into one of the halves. The count in a half is hypergeometric; the
// function uses the normal approximation with continuity correction.
double halving_failure(double rows, double count, double limit);

// Largest failure probability with which a split is tried (docs/experiments/figures.md).
inline constexpr double most_halving_failures = 0.5;

// Probability that both halves of a region satisfy l, from the counts of its values alone. A failed
// split costs later ones (oblivious_cuts.hpp), so unlikely splits are not worth a try.
class HalvingOdds {
 public:
  using Counts = std::vector<std::uint32_t>;

  // Builds the odds. `strata` must outlive this object.
  HalvingOdds(std::span<const Strata> strata, double l) : strata_(strata), l_(l) {}

  Counts make_counts() const;

  // True if a split is likely enough to succeed. `tags` are the strata of each row for each
  // sensitive attribute, all of one q. `counts` are zero between calls.
  bool worth_a_try(std::span<const std::uint32_t> tags, Counts& counts) const;

 private:
  std::span<const Strata> strata_;
  double l_;
};

}  // namespace microdata
