#pragma once

#include <span>

#include "core/privacy/sensitive_distribution.hpp"

namespace microdata {

// Distances between a group's distribution P of a sensitive attribute and the table's distribution
// Q. The group has at least one tuple. Its values are distinct, in any order, with at least one
// tuple each, and occur in the table.

// Returns half the sum of |P - Q|, 0 to 1: the earth mover's distance if all values are equally far
// apart (Li, Li and Venkatasubramanian, "t-Closeness", ICDE 2007, section 5.1).
double total_variation(std::span<const ValueCount> group, const SensitiveDistribution& table);

// Returns the earth mover's distance, 0 to 1, if the distance of values is that of their ranks in
// the attribute's order ("t-Closeness", section 5.1, ordered distance). NULL comes last.
double ordered_distance(std::span<const ValueCount> group, const SensitiveDistribution& table);

// Returns the earth mover's distance, 0 to 1, if the distance of values is the level of their
// lowest common label ("t-Closeness", section 5.1, hierarchical distance). Requires a hierarchy.
double hierarchical_distance(std::span<const ValueCount> group, const SensitiveDistribution& table);

// Returns the Kullback-Leibler divergence of the posterior P from the prior Q, in nats.
double kullback_leibler(std::span<const ValueCount> group, const SensitiveDistribution& table);

// Returns the Jensen-Shannon divergence in nats, 0 to log 2: the mean divergence of P and Q from
// their mean distribution.
double jensen_shannon(std::span<const ValueCount> group, const SensitiveDistribution& table);

double group_total(std::span<const ValueCount> group);

}  // namespace microdata
