#pragma once

#include <cstddef>
#include <vector>

#include "property/oracle.hpp"

namespace oracle {

// Privacy models that measure a group against the table, from their definitions, on plain sensitive
// values: those of the group's tuples and those of all tuples of the table, the group's among them.
// Neither is empty. p is a value's share in the group, q its share in the table.

using Values = std::vector<Value>;

// How far apart two values are: steps[v][w] / longest; the values are 0 .. steps.size() - 1.
struct GroundDistance {
  std::vector<std::vector<long>> steps;
  long longest = 1;
};

// Li, Li and Venkatasubramanian, "t-Closeness", ICDE 2007, sections 5.1 and 5.2, for the values
// 0 .. domain - 1. A domain of one value has no distances: all are 0.
GroundDistance equal_distance(std::size_t domain);
GroundDistance ordered_distance(std::size_t domain);

// labels[level][v], level 0 telling all values apart, the last level none of them: the level of the
// lowest common ancestor over the height of the hierarchy.
using Labels = std::vector<std::vector<Value>>;
GroundDistance hierarchical_distance(const Labels& labels);

// The least work that turns p into q: the transportation problem of section 5, solved as a flow of
// least cost.
double earth_movers_distance(const Values& group, const Values& table,
                             const GroundDistance& distance);

bool t_close(const Values& group, const Values& table, const GroundDistance& distance, double t);

// Wong et al., "(alpha, k)-Anonymity", KDD 2006, definitions 2 and 3, for one value and for all.
double share_of(const Values& values, Value s);
double largest_share(const Values& group);
bool alpha_k_anonymous(const Values& group, double alpha, double k, Value s);
bool alpha_k_anonymous(const Values& group, double alpha, double k);

// How diverse a group is (Machanavajjhala et al., "l-Diversity", ICDE 2006, section 4), figures for
// the predicates of oracle.hpp: 1 / (the largest share), the number of values, exp(entropy), and
// r_1 / (r_l + ... + r_m), infinite where there is no r_l.
double frequency_diversity(const Values& group);
double distinct_diversity(const Values& group);
double entropy_diversity(const Values& group);
double recursive_ratio(const Values& group, double l);

// Brickell and Shmatikov, "The cost of privacy", KDD 2008, definition 4, in nats: the largest
// |log(p / q)|, infinite where a value of the table is missing; it must be less than delta.
double disclosure(const Values& group, const Values& table);
bool delta_disclosure_private(const Values& group, const Values& table, double delta);

// Cao and Karras, "Publishing microdata with a robust privacy guarantee", VLDB 2012, definition 1:
// the largest (p - q) / q.
double relative_gain(const Values& group, const Values& table);
bool beta_like(const Values& group, const Values& table, double beta);

// Evfimievski, Gehrke and Srikant, "Limiting privacy breaches in privacy preserving data mining",
// PODS 2003: the largest p of values with q <= rho1, 0 where there are none; above rho2 it is an
// upward breach.
double posterior_of_unlikely(const Values& group, const Values& table, double rho1);
bool breached(const Values& group, const Values& table, double rho1, double rho2);

// Distances between the beliefs q and p, in nats. Jensen-Shannon: the mean of both sides'
// Kullback-Leibler divergence from the distribution halfway between them.
double total_variation(const Values& group, const Values& table);
double kullback_leibler(const Values& group, const Values& table);
double jensen_shannon(const Values& group, const Values& table);

}  // namespace oracle
