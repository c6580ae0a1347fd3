#pragma once

#include <span>

#include "core/privacy/sensitive_distribution.hpp"

namespace microdata {

// Distances between a group's distribution P of a sensitive attribute and the table's, Q. The
// group's values are distinct, in any order, with at least one tuple each, and occur in the table;
// it has at least one tuple.

// Half the sum of |P - Q|: the earth mover's distance where all values are equally far apart (Li,
// Li and Venkatasubramanian, "t-Closeness", ICDE 2007, section 5.1). 0 to 1.
double total_variation(std::span<const ValueCount> group, const SensitiveDistribution& table);

// The earth mover's distance where values are as far apart as their ranks in the attribute's order
// (the same, section 5.1, ordered distance). NULL comes last. 0 to 1.
double ordered_distance(std::span<const ValueCount> group, const SensitiveDistribution& table);

// The earth mover's distance where values are as far apart as the level of their lowest common
// label (the same, section 5.1, hierarchical distance). Requires a hierarchy. 0 to 1.
double hierarchical_distance(std::span<const ValueCount> group, const SensitiveDistribution& table);

// Kullback-Leibler divergence of P, the posterior, against Q, the prior, in nats.
double kullback_leibler(std::span<const ValueCount> group, const SensitiveDistribution& table);

// Jensen-Shannon divergence in nats: the mean of both sides' divergence against the mean
// distribution. 0 to log 2.
double jensen_shannon(std::span<const ValueCount> group, const SensitiveDistribution& table);

double group_total(std::span<const ValueCount> group);

}  // namespace microdata
