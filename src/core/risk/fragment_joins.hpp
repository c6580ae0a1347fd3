#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/risk/fragment_view.hpp"

namespace microdata {

// Smallest number of rows that an attacker obtains by joining fragments on the class (Zakerzadeh,
// Aggarwal and Barker, "Towards Breaking the Curse of Dimensionality for High-Dimensional Privacy",
// extended version, definition 4.1).
struct FragmentJoins {
  // Number of rows of the smallest equivalence class of any fragment.
  std::uint32_t smallest_class = 0;
  // Number of rows of the smallest nonempty join of one equivalence class each of two fragments or
  // more; `k` if no join has fewer.
  std::uint64_t smallest_join = 0;
  // Fragments of the smallest join, if it has fewer than k rows.
  std::vector<std::size_t> joined;
  // True if there are too many joins, so that not all were looked at.
  bool cursory = false;
};

// Measures the joins of fragments without ambiguous values, from the rows alone.
FragmentJoins measure_fragment_joins(std::span<const FragmentView> fragments, std::uint32_t k,
                                     const Progress& progress);

}  // namespace microdata
