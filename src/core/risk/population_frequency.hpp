#pragma once

#include <cstdint>
#include <span>

#include "core/risk/reidentification.hpp"

namespace microdata {

// Number of similar persons in a population, estimated from a sample with weights. A class has f
// persons of the sample, whose weights sum to W, and F persons of the population. F has a negative
// binomial distribution, P(F = j) = C(j - 1, f - 1) p^f (1 - p)^(j - f) with p = f / W (Benedetti
// and Franconi, 1998). If W is less than f, only the sample is there: p = 1.

// Returns the mean of 1 / F, for f >= 1 and 0 < p <= 1.
double mean_reciprocal(std::uint32_t f, double p);

// Returns the probability that F is less than k.
double probability_below(std::uint32_t f, double p, std::uint32_t k);

// Returns reidentification_risk() in a population estimated from weights; `weights` has the sum of
// each class. Numbers of persons by k are expected numbers.
ReidentificationRisk population_risk(std::span<const std::uint32_t> in_sample,
                                     std::span<const std::uint32_t> exposed,
                                     std::span<const double> weights, std::uint32_t k);

}  // namespace microdata
