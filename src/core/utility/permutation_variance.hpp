#pragma once

#include <span>
#include <vector>

#include "core/base/progress.hpp"

namespace microdata {

// Returns the variance of a sum over places, each of which gets one unit of every column. All
// permutations of each column are equally likely, and columns are independent. A unit is of a kind;
// share[c][kind] is the kind's share of the units of column c. `value` is what a place adds to the
// sum, by the kinds of its units, with the last column's kinds next to each other.
//
// The variance is exact for every function of the kinds. A value is a sum of parts that depend on
// the units of a set A of columns and have the mean 0 over each of these columns. Parts of
// different sets are uncorrelated. Given the units of one place, another place gets a unit of the
// rest: its part of A has the expectation -1/(places - 1) to the power of |A| times the part. Parts
// of one column therefore add nothing.
double permutation_variance(double places, std::span<const std::vector<double>> share,
                            std::vector<double> value, const Progress& progress);

}  // namespace microdata
