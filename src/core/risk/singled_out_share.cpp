#include "core/risk/singled_out_share.hpp"

#include <algorithm>
#include <cmath>

namespace microdata {

namespace {

// Returns the expected number of predicates that fit one person in a random part of the persons, of
// this share.
double in_part(const PredicatesByCount& predicates, double share) {
  double sum = 0;
  for (const auto& [count, many] : predicates) {
    if (count == 0) continue;
    const auto c = static_cast<double>(count);
    sum += static_cast<double>(many) * c * share * std::pow(1 - share, c - 1);
  }
  return sum;
}

// Returns a number proportional to the probability that exactly one of n persons fits. The
// probability is the mean of n w exp(-n w) over weights w that are spread evenly up to a greatest
// weight. `reach` is n times the greatest weight.
double mean_over_weights(double n, double reach) {
  // The integral is 1 - (1 + x) exp(-x), without cancellation if x is small.
  const double integral =
      reach < 1e-4 ? reach * reach / 2 : -std::expm1(-reach) - reach * std::exp(-reach);
  return integral / n;
}

}  // namespace

double expected_singled_out(const PredicatesByCount& predicates, std::size_t counted,
                            std::size_t size) {
  const auto n = static_cast<double>(counted);
  const auto wanted = static_cast<double>(size);
  if (counted == 0) return 0;
  if (size <= counted) return in_part(predicates, wanted / n);
  const double here = in_part(predicates, 1);
  if (here == 0) return 0;
  double total = 0;
  for (const auto& [count, many] : predicates)
    total += static_cast<double>(many);
  // The ratio falls with the greatest weight. It is 2 if weights are too small to fit two persons,
  // and 1/2 if all weights are large.
  const double doubling = here / in_part(predicates, 0.5);
  const auto ratio = [&](double size_1, double size_2, double weight) {
    return mean_over_weights(size_1, size_1 * weight) / mean_over_weights(size_2, size_2 * weight);
  };
  double low = 1e-9 / n;
  double high = 1;
  for (int i = 0; i < 100; ++i) {
    const double middle = std::sqrt(low * high);
    (ratio(n, n / 2, middle) > doubling ? low : high) = middle;
  }
  return std::min(total, here * ratio(wanted, n, low));
}

}  // namespace microdata
