#pragma once

#include <cstddef>

namespace microdata {

// What a sample tells of a share in what it was drawn from. `count` of `sampled` rows were seen to
// have a property. Rows drawn without replacement deviate less than those drawn with it, for which
// these bounds are proven (Hoeffding, "Probability Inequalities for Sums of Bounded Random
// Variables", JASA 1963, theorems 1 and 4): they hold for either.

// Bounds of the probability that so few, or so many, are seen where the share is `share`:
// Chernoff's.
double chance_of_so_few(double count, double sampled, double share);
double chance_of_so_many(double count, double sampled, double share);

// A mean of rows, or any function of their shares that is convex, is in the whole at most so much
// above what it is in the sample, but for the probability `failure`. By Jensen's inequality its
// expectation over samples is not below it, and a sample's figure is that far below its expectation
// only with that probability (McDiarmid, "On the Method of Bounded Differences", 1989).
// `change`: the most by which one row's other value changes the figure, times the sampled rows.
double convex_margin(double change, double sampled, double failure);

}  // namespace microdata
