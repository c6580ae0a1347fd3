#pragma once

#include <vector>

#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata::experiment {

// Returns for each row a value drawn from a logistic regression of the last attribute, the
// sensitive one, on the others. Such values could be published in place of the sensitive attribute,
// with all other attributes unchanged. The value of a row itself only counts as one of the rows
// that the regression learns from.
std::vector<Code> synthesized_values(const Microdata& data, Random& random);

// Shares of people whose value a regression guesses, learned from the first people with `shown` in
// place of their values. `members` is the share among these people, `others` among the rest,
// `believed` the share of members with a value of a probability above a bound.
struct LearnedGuesses {
  double members = 0;
  double others = 0;
  double believed = 0;
};
LearnedGuesses guess_by_regression(const Microdata& persons, const std::vector<Code>& shown,
                                   double above);

}  // namespace microdata::experiment
