#pragma once

#include <span>

#include "core/gnf/decomposition.hpp"

// Other readings of the rivals in the GNF paper's experiments, for comparison only: as naive as can
// be, for few attributes and small domains.

namespace microdata {

// The lowest divergence of any decomposition that Algorithm 2 could come to, whatever the colouring
// and however ties are broken: parts without a common attribute, each an independent set of the
// graph that no attribute left can join, with at most one attribute that rules allow to protect.
double best_coloured_divergence(const Microdata& data, const AttributeSet& attributes,
                                std::span<const PrivacyRule> rules, const Bucketize& bucketize);

// The divergence of a table with bucketed attributes where each of these is permuted within its
// bucket by itself, so that a bucket no longer tells which of their values go together. A bucket's
// distribution is then the product of theirs.
double divergence_of_permuted(const Microdata& data, const AttributeSet& attributes,
                              const PublishedPart& part);

}  // namespace microdata
