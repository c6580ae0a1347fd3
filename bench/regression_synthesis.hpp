#pragma once

#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/random.hpp"

namespace microdata::experiment {

// Returns for each row a value drawn from a logistic regression of the last attribute, the
// sensitive one, on the others, learned from the table. Such values could be published in its
// place, where all other attributes stand as they are. A row's own value counts only in what the
// regression learned.
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
