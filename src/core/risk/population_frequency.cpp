#include "core/risk/population_frequency.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace microdata {

namespace {

// Returns the mean as a series. The mean is p times the integral of u^(f - 1) / (p + (1 - p) u)
// over u from 0 to 1. Expanding 1 - u in powers gives positive terms, whose ratios are below 1 - p
// and, with many persons, far below.
double by_series(std::uint32_t f, double p) {
  const double q = 1 - p;
  double term = p / f;
  double sum = term;
  for (double m = 0; term > sum * std::numeric_limits<double>::epsilon() / 4; ++m) {
    term *= q * (m + 1) / (f + 1 + m);
    sum += term;
  }
  return sum;
}

// Returns the mean by recurrence. The means of f and f + 1, multiplied by p and 1 - p, add up to p
// / f. Errors shrink from step to step if p is below 1 / 2.
double by_recurrence(std::uint32_t f, double p) {
  const double odds = p / (1 - p);
  double mean = -odds * std::log(p);
  for (std::uint32_t i = 1; i < f; ++i)
    mean = odds * (1.0 / i - mean);
  return mean;
}

// Returns the logarithm of n!: Stirling's series, or the product if n is small.
double log_factorial(double n) {
  constexpr double small = 16;
  if (n < small) {
    double product = 1;
    for (double i = 2; i <= n; ++i)
      product *= i;
    return std::log(product);
  }
  const double square = n * n;
  return n * std::log(n) - n + std::log(2 * std::numbers::pi * n) / 2 +
         (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - 1.0 / 1680 / square) / square) / square) / n;
}

// Number of persons from which on the series is short, however small p is.
constexpr std::uint32_t many_persons = 30;

}  // namespace

double mean_reciprocal(std::uint32_t f, double p) {
  return p < 0.5 && f < many_persons ? by_recurrence(f, p) : by_series(f, p);
}

// Returns the probability by its complement. F is k or more if k - 1 persons of the population
// include at most f - 1 of the sample. The terms of this binomial sum are added from the largest
// one on.
double probability_below(std::uint32_t f, double p, std::uint32_t k) {
  if (k <= f) return 0;
  if (p >= 1) return 1;
  const double trials = k - 1.0;
  const double last = f - 1.0;
  const double from = std::min(last, std::floor((trials + 1) * p));
  const double odds = p / (1 - p);
  const double largest =
      std::exp(log_factorial(trials) - log_factorial(from) - log_factorial(trials - from) +
               from * std::log(p) + (trials - from) * std::log1p(-p));
  double sum = largest;
  constexpr double negligible = std::numeric_limits<double>::epsilon() / 4;
  double term = largest;
  for (double i = from; i >= 1 && term > sum * negligible; --i) {
    term *= i / ((trials - i + 1) * odds);
    sum += term;
  }
  term = largest;
  for (double i = from; i < last && term > sum * negligible; ++i) {
    term *= (trials - i) * odds / (i + 1);
    sum += term;
  }
  return std::clamp(1 - sum, 0.0, 1.0);
}

ReidentificationRisk population_risk(std::span<const std::uint32_t> in_sample,
                                     std::span<const std::uint32_t> exposed,
                                     std::span<const double> weights, std::uint32_t k) {
  ReidentificationRisk risk;
  double found = 0;
  for (std::size_t c = 0; c < in_sample.size(); ++c) {
    const std::uint32_t f = in_sample[c];
    if (f == 0) continue;
    // A sum of weights beyond all numbers means an infinite population.
    const double p = std::clamp(f / weights[c], std::numeric_limits<double>::min(), 1.0);
    const double mean = mean_reciprocal(f, p);
    ++risk.classes;
    risk.persons += f;
    if (f == 1) risk.uniques += p;
    const double below = probability_below(f, p, k);
    risk.below_k += f * below;
    risk.exposed_below_k += exposed[c] * below;
    risk.highest = std::max(risk.highest, mean);
    found += f * mean;
  }
  if (risk.persons > 0) risk.mean = found / static_cast<double>(risk.persons);
  return risk;
}

}  // namespace microdata
