#include "core/regions/share_margin.hpp"

#include <cmath>

#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

// Returns exp(-n KL(p || q)) of Bernoulli distributions.
double chernoff(double count, double sampled, double share) {
  const double p = count / sampled;
  const auto term = [](double a, double b) { return a == 0 ? 0 : a * std::log(a / b); };
  return std::exp(-sampled * (term(p, share) + term(1 - p, 1 - share)));
}

}  // namespace

double chance_of_so_few(double count, double sampled, double share) {
  if (sampled == 0 || count >= share * sampled) return 1;
  return share >= 1 ? 0 : chernoff(count, sampled, share);
}

double chance_of_so_many(double count, double sampled, double share) {
  if (sampled == 0 || count <= share * sampled) return 1;
  return share <= 0 ? 0 : chernoff(count, sampled, share);
}

bool drawn_share_holds(double expected, double any, double persons, double l, double failure) {
  return share_holds(any, persons, l) ||
         (share_holds(expected, persons, l) &&
          chance_of_so_many(persons / l, persons, expected / persons) <= failure);
}

double convex_margin(double change, double sampled, double failure) {
  return change * std::sqrt(-std::log(failure) / (2 * sampled));
}

}  // namespace microdata
