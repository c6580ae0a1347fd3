#pragma once

#include <string>
#include <vector>

#include "core/microdata/random.hpp"
#include "core/utility/count_query.hpp"
#include "release_attacks.hpp"

// What a release still serves for.

namespace microdata::experiment {

// Counts of random pairs of attributes, or of pairs with the sensitive one, which is the last.
std::vector<CountQuery> pair_queries(const Microdata& data, bool with_sensitive,
                                     std::size_t queries, Random& random);

// Estimates counts of the published persons from the release with all linkings, and all values that
// a range or set stands for, as likely as each other. The world outlives the result.
CountEstimate counts_from(const World& world, const Release& release);

// How far off these are.
RelativeError count_errors(const World& world, const Release& release,
                           const std::vector<CountQuery>& queries);

// The same by likelihood, of queries that each ask of the sensitive attribute, which is the last,
// and of another one: all that stands beside it in the release says how values of the two go
// together.
RelativeError count_errors_by_likelihood(const World& world, const Release& release,
                                         const std::vector<CountQuery>& queries);

// The share of the other persons whose value of an attribute is predicted by a logistic regression
// on the other attributes that was learnt from the release: from one linking, and values drawn from
// what they are generalized to.
double accuracy(const World& world, const Release& release, const std::string& target,
                Random& random);

}  // namespace microdata::experiment
