#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

#include "core/risk/population_frequency.hpp"
#include "property/random_table.hpp"

// Compares figures on a population from a sample's weights with sums over the distribution's
// definition, or with an integral if the sums are too long.

namespace microdata {
namespace {

using test::Choices;

struct Summed {
  long double mean_reciprocal = 0;
  long double below = 0;
};

// Returns the sums of the definition, term by term, until the rest is negligible.
Summed summed(std::uint32_t f, double p, std::uint32_t k) {
  Summed result;
  const long double q = 1 - static_cast<long double>(p);
  long double term = std::pow(static_cast<long double>(p), static_cast<long double>(f));
  long double rest = 1;
  for (std::uint64_t j = f; rest > 1e-15L && j < 4'000'000; ++j) {
    result.mean_reciprocal += term / static_cast<long double>(j);
    if (j < k) result.below += term;
    rest -= term;
    term *= q * static_cast<long double>(j) / static_cast<long double>(j - f + 1);
  }
  return result;
}

// Returns the mean of 1 / F as an integral by Simpson's rule, for f of 2 or more: of p e^(-fs) / (p
// + (1 - p) e^(-s)) over s from 0 on.
long double integrated(std::uint32_t f, double p) {
  constexpr int steps = 40'000;
  const long double end = 100.0L / (f - 1);
  const long double width = end / steps;
  const long double q = 1 - static_cast<long double>(p);
  long double sum = 0;
  for (int i = 0; i <= steps; ++i) {
    const long double s = width * i;
    const long double value =
        p * std::exp(-static_cast<long double>(f) * s) / (p + q * std::exp(-s));
    sum += value * (i == 0 || i == steps ? 1 : i % 2 == 0 ? 2 : 4);
  }
  return sum * width / 3;
}

TEST(PopulationFrequencyProperty, IsThatOfTheDistribution) {
  for (int i = 0; i < test::tried(300); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const auto f =
        static_cast<std::uint32_t>(choices.between(1, choices.between(0, 1) == 0 ? 5 : 90));
    const double p = choices.between(1, 1000) / 1000.0;
    const auto k = static_cast<std::uint32_t>(choices.between(1, 300));
    SCOPED_TRACE("f " + std::to_string(f) + ", p " + std::to_string(p) + ", k " +
                 std::to_string(k));
    const Summed naive = summed(f, p, k);
    const double mean = mean_reciprocal(f, p);
    EXPECT_NEAR(mean / static_cast<double>(naive.mean_reciprocal), 1, 1e-9);
    EXPECT_NEAR(probability_below(f, p, k), static_cast<double>(naive.below), 1e-10);
    // The risk of any person is at most that in a sample that is the whole population.
    EXPECT_LE(mean, 1.0 / f * (1 + 1e-12));
  }
}

TEST(PopulationFrequencyProperty, IsExactAtTheEnds) {
  for (const double p :
       {1e-300, 1e-12, 1e-6, 1e-3, 0.1, 0.499999999, 0.5, 0.9, 1 - 1e-9, 1 - 1e-15}) {
    SCOPED_TRACE(p);
    for (const std::uint32_t f : {2U, 3U, 10U, 29U, 30U, 31U, 1000U}) {
      SCOPED_TRACE(f);
      EXPECT_NEAR(mean_reciprocal(f, p) / static_cast<double>(integrated(f, p)), 1, 1e-6);
    }
    const long double q = 1 - static_cast<long double>(p);
    EXPECT_NEAR(
        mean_reciprocal(1, p) / static_cast<double>(-p / q * std::log(static_cast<long double>(p))),
        1, 1e-12);
    EXPECT_NEAR(
        mean_reciprocal(2, p) /
            static_cast<double>(p / (q * q) * (p * std::log(static_cast<long double>(p)) + q)),
        1, p > 1 - 1e-6 ? 1 : 1e-9);
  }
  for (const std::uint32_t f : {1U, 2U, 30U, 4'000'000'000U}) {
    SCOPED_TRACE(f);
    EXPECT_DOUBLE_EQ(mean_reciprocal(f, 1), 1.0 / f);
    EXPECT_EQ(probability_below(f, 1, f), 0);
    EXPECT_EQ(probability_below(f, 1, f + 1), 1);
    if (f >= 30) {
      EXPECT_NEAR(mean_reciprocal(f, 0.25) * f / 0.25, 1, 0.03);
    }
    EXPECT_GE(probability_below(f, 1e-300, 2'000'000'000), 0);
    EXPECT_LE(probability_below(f, 1e-300, 2'000'000'000), 1e-12);
  }
  // The value is the middle of a distribution whose terms a double cannot represent.
  EXPECT_NEAR(probability_below(100'000, 0.5, 200'000), 0.5, 0.01);
  EXPECT_NEAR(probability_below(10, 0.1, 2'000'000'000), 1, 1e-12);
}

TEST(PopulationFrequencyProperty, RiskIsThatOfEachPerson) {
  for (int i = 0; i < test::tried(200); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    std::vector<std::uint32_t> in_sample;
    std::vector<double> weights;
    const auto k = static_cast<std::uint32_t>(choices.between(1, 40));
    double persons = 0;
    double uniques = 0;
    double below = 0;
    std::vector<std::uint32_t> exposed;
    double exposed_below = 0;
    double found = 0;
    double highest = 0;
    for (int c = choices.between(1, 12); c > 0; --c) {
      const int f = choices.between(0, 6);
      double sum = 0;
      for (int person = 0; person < f; ++person)
        sum += choices.between(1, 90) / 10.0;
      in_sample.push_back(static_cast<std::uint32_t>(f));
      weights.push_back(sum);
      exposed.push_back(static_cast<std::uint32_t>(choices.between(0, f)));
      if (f == 0) continue;
      const double p = std::min(1.0, f / sum);
      const Summed naive = summed(static_cast<std::uint32_t>(f), p, k);
      persons += f;
      if (f == 1) uniques += p;
      below += f * static_cast<double>(naive.below);
      exposed_below += exposed.back() * static_cast<double>(naive.below);
      found += f * static_cast<double>(naive.mean_reciprocal);
      highest = std::max(highest, static_cast<double>(naive.mean_reciprocal));
    }
    const ReidentificationRisk risk = population_risk(in_sample, exposed, weights, k);
    EXPECT_EQ(static_cast<double>(risk.persons), persons);
    EXPECT_NEAR(risk.uniques, uniques, 1e-9);
    EXPECT_NEAR(risk.below_k, below, 1e-8);
    EXPECT_NEAR(risk.exposed_below_k, exposed_below, 1e-8);
    EXPECT_NEAR(risk.highest, highest, 1e-9);
    EXPECT_NEAR(risk.mean, persons > 0 ? found / persons : 0, 1e-9);
  }
  // The population is infinite.
  const std::vector<std::uint32_t> one{1};
  const std::vector<double> endless{std::numeric_limits<double>::infinity()};
  EXPECT_GE(population_risk(one, one, endless, 5).highest, 0);
  EXPECT_LE(population_risk(one, one, endless, 5).highest, 1e-300);
}

}  // namespace
}  // namespace microdata
