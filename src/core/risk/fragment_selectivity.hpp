#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/fragment_view.hpp"

namespace microdata {

// The equijoin selectivity privacy level of fragments whose class values are published by
// equivalence class (fragmentation paper, definitions 4.4 and 4.5), recomputed from the rows alone.
struct FragmentSelectivity {
  std::uint32_t smallest_class = 0;
  // Over all choices of an equivalence class each of two fragments or more that have a value in
  // common; 1 where there are none.
  double smallest_eta = 1;
  // The fragments joined there, where that is below 1.
  std::vector<std::size_t> joined;
  // Equivalence classes that publish a value more than once: more than their values is told.
  std::size_t repeated_values = 0;
  // Not all joins were looked at: there are too many.
  bool cursory = false;
};

FragmentSelectivity measure_fragment_selectivity(std::span<const FragmentView> fragments,
                                                 std::uint32_t k, const Progress& progress);

}  // namespace microdata
