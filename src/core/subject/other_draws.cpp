#include "core/subject/other_draws.hpp"

#include <algorithm>
#include <cmath>

namespace microdata {

std::size_t number_of_other_draws(std::size_t rows) {
  constexpr std::size_t rows_in_all = 1'000'000;
  constexpr std::size_t fewest = 1;
  constexpr std::size_t most = 48;
  return std::clamp(rows_in_all / std::max<std::size_t>(rows, 1), fewest, most);
}

Row beyond_draws(std::span<const Row> draws) {
  const auto [least, most] = std::minmax_element(draws.begin(), draws.end());
  if (*least == *most) return *most;
  // A few draws show little of the distance of other draws.
  constexpr std::size_t many = 8;
  const double deviations = draws.size() < many ? 3 : 1;
  return *most +
         std::max(*most - *least, static_cast<Row>(std::ceil(deviations * std::sqrt(*most))));
}

double below_draws(std::span<const double> draws) {
  const auto [least, most] = std::minmax_element(draws.begin(), draws.end());
  return *least - (*most - *least);
}

}  // namespace microdata
