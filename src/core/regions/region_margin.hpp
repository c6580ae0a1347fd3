#pragma once

#include <cstddef>
#include <span>

#include "core/privacy/privacy_model.hpp"
#include "core/privacy/sensitive_distribution.hpp"

namespace microdata {

// Whether a region meets a model by what was drawn of it, `sampled`, with a margin: where the
// region does not, the probability that its sample says so all the same is at most `failure` (> 0).
//
//   l by frequency, (alpha, k)-anonymity, rho: of each value, that the bound of its share is not
//     passed; the failure is shared out over the values of the table.
//   l by distinct values: what was drawn is there. No margin is needed.
//   l by entropy, recursive, t-closeness, belief distances: the figure, or what is to stay below 0,
//     is a convex function of the region's shares: convex_margin() of share_margin.hpp.
//   beta, delta: of each value, that its share is not too far from the table's. A value so rare
//   that
//     a region like the table could not show it by so many rows is left to an exact count, as long
//     as such values have a share of `left_to_count` of the table at most.
//   k-anonymity, k of (alpha, k): rows are counted elsewhere (enough_rows).
//
// The table's own shares are taken for exact.
bool holds_with_margin(const PrivacyModel& model, std::span<const ValueCount> sampled,
                       const SensitiveDistribution& table, double failure);

inline constexpr double left_to_count = 0.05;

// The same of the number of rows, where `sampled` of the `sample` rows drawn of a table of `rows`
// are in the region.
bool enough_rows(double sampled, double sample, double rows, double fewest, double failure);

}  // namespace microdata
