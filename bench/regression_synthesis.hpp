#pragma once

#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/random.hpp"

namespace microdata::experiment {

// What would be published in place of the sensitive attribute, which is the last, where all others
// stand as they are: of each row a value drawn from a logistic regression on the others, learned
// from the table. Nothing of the row's own value is in it but what the regression learned of all.
std::vector<Code> synthesized_values(const Microdata& data, Random& random);

// The shares of persons whose value is guessed by a regression learned from the first persons, with
// `shown` in place of their values: of these persons, and of the others; and of how many of the
// first it believes some value with a probability above a bound.
struct LearnedGuesses {
  double members = 0;
  double others = 0;
  double believed = 0;
};
LearnedGuesses guess_by_regression(const Microdata& persons, const std::vector<Code>& shown,
                                   double above);

}  // namespace microdata::experiment
