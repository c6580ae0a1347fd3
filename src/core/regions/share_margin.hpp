#pragma once

#include <cstddef>

namespace microdata {

// Bounds on a share in a population, by a sample of it. `count` of `sampled` rows have a property.
// The bounds are proven for rows drawn with replacement (Hoeffding, "Probability Inequalities for
// Sums of Bounded Random Variables", JASA 1963, theorems 1 and 4). Rows drawn without replacement
// deviate less, so that the bounds hold for them as well.

// Returns Chernoff's bound of the probability that at most `count` rows are seen (or, with
// chance_of_so_many(), at least `count`), if the share is `share`.
double chance_of_so_few(double count, double sampled, double share);
double chance_of_so_many(double count, double sampled, double share);

// True if at most 1/l of the persons have a value in one row that is drawn of each, for certain or
// but for the probability `failure`. Of `persons`, `any` have the value in any row, and `expected`
// are expected to have it in the drawn row. Draws of persons are independent (theorem 1).
bool drawn_share_holds(double expected, double any, double persons, double l, double failure);

// Returns a margin for a mean of rows, or any convex function of their shares. Its value in the
// whole exceeds the value in the sample by more only with probability `failure`. By Jensen's
// inequality the expectation over samples is not below the value in the whole. A sample's value is
// that far below the expectation only with that probability (McDiarmid, "On the Method of Bounded
// Differences", 1989). `change` is the largest change of the value by another value of one row,
// times the sampled rows.
double convex_margin(double change, double sampled, double failure);

}  // namespace microdata
