#include "core/partition/halving_odds.hpp"

#include <algorithm>
#include <cmath>

#include "core/privacy/diversity.hpp"

namespace microdata {

double halving_failure(double rows, double count, double limit) {
  if (count <= limit) return 0;
  if (count > 2 * limit) return 1;
  const double deviation = std::sqrt(count * (rows - count) / (4 * (rows - 1)));
  if (deviation <= 0) return 0;
  return std::erfc((limit + 0.5 - count / 2) / deviation / std::sqrt(2.0));
}

HalvingOdds::Counts HalvingOdds::make_counts() const {
  std::size_t distinct = 0;
  for (const Strata& s : strata_)
    distinct = std::max<std::size_t>(distinct, s.distinct());
  return Counts(distinct);
}

bool HalvingOdds::worth_a_try(std::span<const std::uint32_t> tags, Counts& counts) const {
  const std::size_t sensitive = strata_.size();
  const std::size_t rows = tags.size() / sensitive;
  const std::uint32_t limit = largest_count(static_cast<std::uint32_t>(rows / 2), l_);
  double failures = 0;
  for (std::size_t j = 0; j < sensitive; ++j) {
    for (std::size_t i = 0; i < rows; ++i)
      ++counts[tags[i * sensitive + j]];
    for (std::size_t i = 0; i < rows; ++i) {
      std::uint32_t& count = counts[tags[i * sensitive + j]];
      if (count > limit && strata_[j].is_bounded(tags[i * sensitive + j])) {
        failures += halving_failure(static_cast<double>(rows), count, limit);
      }
      count = 0;
    }
  }
  return failures <= most_halving_failures;
}

}  // namespace microdata
