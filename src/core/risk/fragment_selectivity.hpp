#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/risk/fragment_view.hpp"

namespace microdata {

// The equijoin selectivity privacy level of fragments whose class values are published by
// equivalence class (fragmentation paper, definitions 4.4 and 4.5), recomputed from the rows alone.
struct FragmentSelectivity {
  std::uint32_t smallest_class = 0;
  // Smallest eta of any choice of two equivalence classes or more, each of another fragment, with a
  // common value. It is 1 if there is no such choice.
  double smallest_eta = 1;
  // Fragments of the join with the smallest eta, if it is below 1.
  std::vector<std::size_t> joined;
  // Number of equivalence classes that publish a value more than once, and so disclose more than
  // their values.
  std::size_t repeated_values = 0;
  // True if there are too many joins, so that not all were looked at.
  bool cursory = false;
};

FragmentSelectivity measure_fragment_selectivity(std::span<const FragmentView> fragments,
                                                 std::uint32_t k, const Progress& progress);

}  // namespace microdata
