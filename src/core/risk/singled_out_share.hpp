#pragma once

#include <cstddef>
#include <map>

namespace microdata {

// How many predicates fit so many persons.
using PredicatesByCount = std::map<std::size_t, std::size_t>;

// How many of the predicates fit exactly one person in a population of `size`, where they were
// counted in one of `counted`. A smaller one is a random part: exact in the mean, as each predicate
// that fits c persons fits one of the part with a probability that follows from c. For a larger one
// weights are taken to be spread evenly up to a greatest (as in the paper of singling_out.hpp),
// which is chosen so that the half of those counted would have as many as it has in the mean.
double expected_singled_out(const PredicatesByCount& predicates, std::size_t counted,
                            std::size_t size);

}  // namespace microdata
