#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/privacy/sensitive_distribution.hpp"

namespace microdata {

// In the place of a class value that is published as ambiguous.
inline constexpr Code no_class_value = std::numeric_limits<Code>::max();

// A published fragment as an adversary reads it.
struct FragmentView {
  // By row: its equivalence class, which is what its quasi-identifiers show (find_classes), and its
  // class value, numbered alike in all fragments.
  std::vector<std::uint32_t> class_of_row;
  std::uint32_t classes = 0;
  std::vector<Code> class_values;
  // Other sensitive attributes, by row.
  std::vector<std::vector<Code>> sensitive;
};

// The class values of an equivalence class with their numbers of rows, ascending, without zeros.
using ClassCounts = std::vector<ValueCount>;

// By equivalence class: what rows have of the class, ambiguous ones left out, and how many rows
// there are with them.
struct FragmentClasses {
  std::vector<ClassCounts> counts;
  std::vector<std::uint32_t> rows;
};

FragmentClasses read_classes(const FragmentView& view, const Progress& progress);

}  // namespace microdata
