#include "core/correlation/discretization.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace microdata {

namespace {

// Renumbers ascending group numbers of the codes as 0, 1, ... without gaps.
Intervals number_densely(std::vector<Code> group_of_code) {
  Intervals intervals;
  Code previous = 0;
  for (std::size_t code = 0; code < group_of_code.size(); ++code) {
    const Code group = group_of_code[code];
    if (code > 0 && group != previous) ++intervals.distinct;
    previous = group;
    group_of_code[code] = intervals.distinct;
  }
  if (!group_of_code.empty()) ++intervals.distinct;
  intervals.of_code = std::move(group_of_code);
  return intervals;
}

std::vector<double> equal_width_cut_points(double low, double high, Code intervals) {
  std::vector<double> cuts;
  for (Code i = 1; i < intervals; ++i) {
    const double share = static_cast<double>(i) / intervals;
    // The formula low + share * (high - low) fails because the difference of two doubles might be
    // infinite.
    cuts.push_back(low * (1 - share) + high * share);
  }
  return cuts;
}

}  // namespace

std::vector<double> k_means_cut_points(std::span<const double> values,
                                       std::span<const std::uint32_t> counts, Code k,
                                       const Progress& progress) {
  constexpr int most_rounds = 1000;
  if (values.size() <= k) {
    // Every value is a cluster of its own.
    std::vector<double> cuts;
    for (std::size_t i = 1; i < values.size(); ++i) {
      cuts.push_back(values[i - 1] / 2 + values[i] / 2);
    }
    return cuts;
  }
  std::vector<double> weight{0};
  std::vector<double> sum{0};
  for (std::size_t i = 0; i < values.size(); ++i) {
    weight.push_back(weight.back() + counts[i]);
    sum.push_back(sum.back() + counts[i] * values[i]);
  }
  std::vector<double> centres(values.begin(), values.begin() + k);
  std::vector<double> cuts(k - 1);
  for (int round = 0; round < most_rounds; ++round) {
    for (Code j = 0; j + 1 < k; ++j)
      cuts[j] = centres[j] / 2 + centres[j + 1] / 2;
    bool moved = false;
    std::size_t begin = 0;
    for (Code j = 0; j < k; ++j) {
      // Thousands of intervals times hundreds of rounds take long, so every interval polls for
      // cancellation.
      progress.checkpoint();
      const auto end =
          j + 1 == k ? values.size()
                     : static_cast<std::size_t>(
                           std::lower_bound(values.begin() + static_cast<std::ptrdiff_t>(begin),
                                            values.end(), cuts[j]) -
                           values.begin());
      if (end > begin) {
        const double mean = (sum[end] - sum[begin]) / (weight[end] - weight[begin]);
        moved = moved || mean != centres[j];
        centres[j] = mean;
      }
      begin = end;
    }
    if (!moved) break;
  }
  for (Code j = 0; j + 1 < k; ++j)
    cuts[j] = centres[j] / 2 + centres[j + 1] / 2;
  return cuts;
}

Intervals discretize(const Attribute& attribute, std::span<const std::uint32_t> counts,
                     const DiscretizationOptions& options, const Progress& progress) {
  std::vector<Code> group_of_code(attribute.distinct);
  if (!attribute.numeric() || attribute.distinct <= most_values_kept) {
    for (Code code = 0; code < attribute.distinct; ++code)
      group_of_code[code] = code;
    return {std::move(group_of_code), attribute.distinct};
  }
  const std::span<const double> values = attribute.projection;
  const auto is_finite = [](double value) { return std::isfinite(value); };
  const auto first = std::find_if(values.begin(), values.end(), is_finite);
  const auto last = std::find_if_not(first, values.end(), is_finite);
  const std::span<const double> finite(first, last);
  std::vector<double> cuts;
  if (!finite.empty()) {
    const auto skipped = static_cast<std::size_t>(first - values.begin());
    cuts = options.method == Discretization::equal_width
               ? equal_width_cut_points(finite.front(), finite.back(), options.intervals)
               : k_means_cut_points(finite, counts.subspan(skipped, finite.size()),
                                    options.intervals, progress);
  }
  // Group 0 is -infinity and groups 1 .. intervals are the intervals. Every other value that is not
  // finite then has a group of its own.
  auto group = static_cast<Code>(cuts.size()) + 2;
  for (Code code = 0; code < attribute.distinct; ++code) {
    progress.checkpoint_at(code);
    const double value = values[code];
    if (std::isfinite(value)) {
      group_of_code[code] =
          1 + static_cast<Code>(std::upper_bound(cuts.begin(), cuts.end(), value) - cuts.begin());
    } else {
      group_of_code[code] = value < 0 ? 0 : group++;
    }
  }
  return number_densely(std::move(group_of_code));
}

}  // namespace microdata
