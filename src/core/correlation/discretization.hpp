#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Method that divides numeric attributes into intervals, only to measure their correlation (slicing
// paper, section 4.1.1).
enum class Discretization {
  equal_width,  // intervals of equal width between the smallest and the largest value
  k_means,      // one-dimensional k-means cut points (cluster-based discretization paper, 1.2)
};

struct DiscretizationOptions {
  Discretization method = Discretization::equal_width;
  Code intervals = 10;
};

// Largest number of distinct values that a numeric attribute can have without being discretized.
inline constexpr Code most_values_kept = 20;

// The interval of every code, numbered densely in the order of the codes. Only intervals that
// contain a value have a number. Infinities, NaN and NULL are intervals of their own.
struct Intervals {
  std::vector<Code> of_code;
  Code distinct = 0;
};

Intervals discretize(const Attribute& attribute, std::span<const std::uint32_t> counts,
                     const DiscretizationOptions& options, const Progress& progress = {});

// Returns the cut points t_1 < ... < t_(k-1) of one-dimensional k-means. `values` are ascending
// distinct values, with their counts. A value x lies in cluster j if t_j <= x < t_(j+1). The first
// k values are the initial centres, as in the paper. "First" refers to the order of the values, so
// the order of the rows has no influence.
std::vector<double> k_means_cut_points(std::span<const double> values,
                                       std::span<const std::uint32_t> counts, Code k,
                                       const Progress& progress = {});

}  // namespace microdata
