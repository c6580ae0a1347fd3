#pragma once

#include <span>

#include "core/gnf/decomposition.hpp"

// Alternative interpretations of the rivals in the GNF paper's experiments, for comparison only.
// The implementations are naive and suit only few attributes and small domains.

namespace microdata {

// Returns the lowest divergence of any decomposition that Algorithm 2 can reach, whatever the
// colouring and the order of ties. Parts share no attribute. Each part is an independent set of the
// graph that no remaining attribute can join, with at most one attribute that rules allow to
// protect.
double best_coloured_divergence(const Microdata& data, const AttributeSet& attributes,
                                std::span<const PrivacyRule> rules, const Bucketize& bucketize);

// Returns the divergence of a table whose bucketed attributes are shuffled separately within each
// bucket, so that the bucket no longer links their values. A bucket's distribution is then the
// product of the attributes' distributions.
double divergence_of_permuted(const Microdata& data, const AttributeSet& attributes,
                              const PublishedPart& part);

}  // namespace microdata
