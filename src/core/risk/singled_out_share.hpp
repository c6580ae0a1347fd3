#pragma once

#include <cstddef>
#include <map>

namespace microdata {

// Number of predicates, by the number of persons that they fit.
using PredicatesByCount = std::map<std::size_t, std::size_t>;

// Returns the expected number of predicates that fit exactly one person in a population of `size`,
// if they were counted in one of `counted`. A smaller population is a random part. Its number is
// exact in the mean: a predicate that fits c persons fits one of the part with a probability that c
// determines. For a larger population, weights are taken to be spread evenly up to a greatest
// weight (as in the paper of singling_out.hpp). The greatest weight is chosen so that half of the
// counted population would have the number that it has in the mean.
double expected_singled_out(const PredicatesByCount& predicates, std::size_t counted,
                            std::size_t size);

}  // namespace microdata
