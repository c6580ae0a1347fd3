#pragma once

#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "core/utility/count_query.hpp"
#include "release_attacks.hpp"

// Measures of a release's utility.

namespace microdata::experiment {

// Returns counts of random pairs of attributes, or of pairs with the sensitive one, which is the
// last.
std::vector<CountQuery> pair_queries(const Microdata& data, bool with_sensitive,
                                     std::size_t queries, Random& random);

// Estimates counts of the published people from the release. All linkings, and all values of a
// range or set, are equally likely. The world must outlive the result.
CountEstimate counts_from(const World& world, const Release& release);

// Returns the relative error of these estimates.
RelativeError count_errors(const World& world, const Release& release,
                           const std::vector<CountQuery>& queries);

// Returns the relative error of estimates by likelihood. Each query is about the sensitive
// attribute, which is the last, and another one. The estimate learns their joint distribution from
// all published columns.
RelativeError count_errors_by_likelihood(const World& world, const Release& release,
                                         const std::vector<CountQuery>& queries);

// Returns the share of people outside the release whose value of an attribute is predicted by a
// logistic regression on the other attributes. The regression learns from one linking of the
// release, with values drawn from the generalized ones.
double accuracy(const World& world, const Release& release, const std::string& target,
                Random& random);

}  // namespace microdata::experiment
