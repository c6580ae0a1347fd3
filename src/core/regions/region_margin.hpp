#pragma once

#include <cstddef>
#include <span>

#include "core/privacy/privacy_model.hpp"
#include "core/privacy/sensitive_distribution.hpp"

namespace microdata {

// True if a region meets a model by the rows drawn from it, `sampled`, with a margin. If the region
// does not meet the model, the probability of a true result is at most `failure` (> 0).
//
//   l by frequency, (alpha, k)-anonymity, rho: the share of each value must not exceed its bound;
//     the failure is divided among the values of the table.
//   l by distinct values: the drawn values exist, and no margin is needed.
//   l by entropy, recursive, t-closeness, belief distances: the figure, or the expression that must
//     stay below 0, is a convex function of the region's shares. The margin is convex_margin() of
//     share_margin.hpp.
//   beta, delta: the share of each value must not be too far from the table's. A value that is too
//     rare to pass in a region like the table of this size is left to an exact count. Such values
//     may have a share of at most `left_to_count` of the table.
//   k-anonymity, k of (alpha, k): rows are counted elsewhere (enough_rows).
//
// The table's own shares are taken to be exact. If there are harmless values, no region passes for
// l by entropy or for recursive l.
bool holds_with_margin(const PrivacyModel& model, std::span<const ValueCount> sampled,
                       const SensitiveDistribution& table, double failure);

inline constexpr double left_to_count = 0.05;

// True if a region has at least `fewest` rows, with the same margin. The region has `sampled` of
// the `sample` rows drawn from a table of `rows` rows.
bool enough_rows(double sampled, double sample, double rows, double fewest, double failure);

}  // namespace microdata
