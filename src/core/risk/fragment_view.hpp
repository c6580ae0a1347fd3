#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/privacy/sensitive_distribution.hpp"

namespace microdata {

// Class value of a row whose class value is published as ambiguous.
inline constexpr Code no_class_value = std::numeric_limits<Code>::max();

// A published fragment as an attacker reads it.
struct FragmentView {
  // Equivalence class of each row, by the quasi-identifiers that the row shows (find_classes), and
  // class value of each row, numbered alike in all fragments.
  std::vector<std::uint32_t> class_of_row;
  std::uint32_t classes = 0;
  std::vector<Code> class_values;
  // Values of the other sensitive attributes, each by row.
  std::vector<std::vector<Code>> sensitive;
};

// The class values of an equivalence class with their numbers of rows, ascending, without zeros.
using ClassCounts = std::vector<ValueCount>;

// Counts of class values by equivalence class, without ambiguous values, and number of rows of each
// equivalence class, including those with ambiguous values.
struct FragmentClasses {
  std::vector<ClassCounts> counts;
  std::vector<std::uint32_t> rows;
};

FragmentClasses read_classes(const FragmentView& view, const Progress& progress);

}  // namespace microdata
