#pragma once

#include <cstddef>
#include <vector>

#include "property/oracle.hpp"

namespace oracle {

// An oracle of privacy models that compare a group with the table, from their definitions, on plain
// sensitive values. The values are those of the group's tuples and those of all tuples, including
// the group's; neither is empty. In the comments, p is a value's share in the group, q its share in
// the table.

using Values = std::vector<Value>;

// A distance of values 0 .. steps.size() - 1: steps[v][w] / longest.
struct GroundDistance {
  std::vector<std::vector<long>> steps;
  long longest = 1;
};

// Return the distances of Li, Li and Venkatasubramanian, "t-Closeness", ICDE 2007, sections 5.1 and
// 5.2, for the values 0 .. domain - 1. A domain of one value has only the distance 0.
GroundDistance equal_distance(std::size_t domain);
GroundDistance ordered_distance(std::size_t domain);

// Labels by level: labels[level][v]. Level 0 distinguishes all values, the last level none. The
// hierarchical distance is the level of the lowest common ancestor divided by the height of the
// hierarchy.
using Labels = std::vector<std::vector<Value>>;
GroundDistance hierarchical_distance(const Labels& labels);

// Returns the least work that turns p into q: the transportation problem of section 5, solved as a
// flow of least cost.
double earth_movers_distance(const Values& group, const Values& table,
                             const GroundDistance& distance);

bool t_close(const Values& group, const Values& table, const GroundDistance& distance, double t);

// Measures of Wong et al., "(alpha, k)-Anonymity", KDD 2006, definitions 2 and 3, for one value and
// for all.
double share_of(const Values& values, Value s);
double largest_share(const Values& group);
bool alpha_k_anonymous(const Values& group, double alpha, double k, Value s);
bool alpha_k_anonymous(const Values& group, double alpha, double k);

// Figures of the diversity of a group (Machanavajjhala et al., "l-Diversity", ICDE 2006, section
// 4), for the predicates of oracle.hpp. They are 1 / (the largest share), the number of values,
// exp(entropy), and r_1 / (r_l + ... + r_m), which is infinite if there is no r_l.
double frequency_diversity(const Values& group);
double distinct_diversity(const Values& group);
double entropy_diversity(const Values& group);
double recursive_ratio(const Values& group, double l);

// Brickell and Shmatikov, "The cost of privacy", KDD 2008, definition 4, in nats: the largest
// |log(p / q)|, infinite if the group lacks a value of the table. It must be less than delta.
double disclosure(const Values& group, const Values& table);
bool delta_disclosure_private(const Values& group, const Values& table, double delta);

// Cao and Karras, "Publishing microdata with a robust privacy guarantee", VLDB 2012, definition 1:
// the largest (p - q) / q.
double relative_gain(const Values& group, const Values& table);
bool beta_like(const Values& group, const Values& table, double beta);

// Evfimievski, Gehrke and Srikant, "Limiting privacy breaches in privacy preserving data mining",
// PODS 2003: the largest p of values with q <= rho1, 0 if there are none. A larger p than rho2 is
// an upward breach.
double posterior_of_unlikely(const Values& group, const Values& table, double rho1);
bool breached(const Values& group, const Values& table, double rho1, double rho2);

// Return distances between the beliefs q and p, in nats. Jensen-Shannon is the mean of both sides'
// Kullback-Leibler divergence from the distribution halfway between them.
double total_variation(const Values& group, const Values& table);
double kullback_leibler(const Values& group, const Values& table);
double jensen_shannon(const Values& group, const Values& table);

}  // namespace oracle
