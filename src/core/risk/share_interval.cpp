#include "core/risk/share_interval.hpp"

#include <algorithm>
#include <cmath>

namespace microdata {

ShareInterval wilson_interval(std::size_t hits, std::size_t trials) {
  if (trials == 0) return {};
  // The quantile of the normal distribution that leaves 2.5% above.
  constexpr double z = 1.959963984540054;
  const auto n = static_cast<double>(trials);
  const double share = static_cast<double>(hits) / n;
  const double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
  const double reach =
      z / (1 + z * z / n) * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  return {std::max(0.0, middle - reach), std::min(1.0, middle + reach)};
}

}  // namespace microdata
