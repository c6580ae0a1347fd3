#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/fragment_view.hpp"

namespace microdata {

// How few rows an adversary gets who joins fragments on the class (Zakerzadeh, Aggarwal and Barker,
// "Towards Breaking the Curse of Dimensionality for High-Dimensional Privacy", extended version,
// definition 4.1).
struct FragmentJoins {
  // Rows of the smallest equivalence class of any fragment.
  std::uint32_t smallest_class = 0;
  // Rows of the smallest join, which is not empty, of an equivalence class each of two fragments or
  // more; `k` where none has fewer.
  std::uint64_t smallest_join = 0;
  // The fragments joined there, where it has fewer than k.
  std::vector<std::size_t> joined;
  // Not all joins were looked at: there are too many.
  bool cursory = false;
};

// For fragments without ambiguous values. Recomputed from the rows alone.
FragmentJoins measure_fragment_joins(std::span<const FragmentView> fragments, std::uint32_t k,
                                     const Progress& progress);

}  // namespace microdata
