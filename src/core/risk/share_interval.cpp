#include "core/risk/share_interval.hpp"

#include <algorithm>
#include <cmath>

namespace microdata {

ShareInterval wilson_interval(std::size_t hits, std::size_t trials) {
  if (trials == 0) return {};
  const auto n = static_cast<double>(trials);
  return interval_of_share(static_cast<double>(hits) / n, n);
}

ShareInterval interval_of_share(double share, double trials) {
  // The constant is the quantile of the normal distribution with 2.5% above it.
  constexpr double z = 1.959963984540054;
  const double middle = (share + z * z / (2 * trials)) / (1 + z * z / trials);
  const double reach = z / (1 + z * z / trials) *
                       std::sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials));
  return {std::max(0.0, middle - reach), std::min(1.0, middle + reach)};
}

}  // namespace microdata
