#pragma once

#include <cstdint>
#include <span>

#include "core/risk/reidentification.hpp"

namespace microdata {

// How many persons of a population are alike, judged by a sample with weights: with f persons of
// the sample in a class, whose weights sum up to W, the population's number F has a negative
// binomial distribution, P(F = j) = C(j - 1, f - 1) p^f (1 - p)^(j - f) with p = f / W (Benedetti
// and Franconi, 1998). Where W is less than f, nobody but the sample is there: p = 1.

// Returns the mean of 1 / F, for f >= 1 and 0 < p <= 1.
double mean_reciprocal(std::uint32_t f, double p);

// Returns the probability that F is less than k.
double probability_below(std::uint32_t f, double p, std::uint32_t k);

// As reidentification_risk() among a population that the weights tell of: `weights` has the sum of
// each class. Uniques and below_k are expected numbers.
ReidentificationRisk population_risk(std::span<const std::uint32_t> in_sample,
                                     std::span<const double> weights, std::uint32_t k);

}  // namespace microdata
