#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// Numeric attributes are cut into intervals before their correlation is measured, and for that only
// (slicing paper, section 4.1.1).
enum class Discretization {
  equal_width,  // intervals of equal width between the smallest and the largest value
  k_means,      // one-dimensional k-means cut points (cluster-based discretization paper, 1.2)
};

struct DiscretizationOptions {
  Discretization method = Discretization::equal_width;
  Code intervals = 10;
};

// Attributes with a numeric projection and more distinct values than this are discretized.
inline constexpr Code most_values_kept = 20;

// The interval of every code, numbered densely in the order of the codes: only intervals in which
// some value lies have a number. Infinities, NaN and NULL are intervals of their own.
// `counts` is the number of tuples with each code; intervals >= 1.
struct Intervals {
  std::vector<Code> of_code;
  Code distinct = 0;
};

Intervals discretize(const Attribute& attribute, std::span<const std::uint32_t> counts,
                     const DiscretizationOptions& options, const Progress& progress = {});

// Cut points t_1 < ... < t_(k-1) of one-dimensional k-means over ascending distinct values with
// their counts: a value x lies in cluster j when t_j <= x < t_(j+1). The first k values are the
// initial centres, as the paper has it; "first" is taken in the order of the values, so that the
// order of the rows has no influence.
std::vector<double> k_means_cut_points(std::span<const double> values,
                                       std::span<const std::uint32_t> counts, Code k,
                                       const Progress& progress = {});

}  // namespace microdata
