#pragma once

#include <cstddef>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// An attribute of numbers, dates or times that tells rows apart and nothing of the other
// attributes: a sampling weight, a serial number, a time to the microsecond. Rows are found
// by it, and an analyst loses nothing without it.
struct SeparatingAttribute {
  std::size_t attribute = 0;
  // The share of rows of which no other one has the value.
  double unique = 0;
};

// Fewer rows do not show that attributes are independent.
inline constexpr Row fewest_separated = 200;

// The separating ones among `suspected`, in their order: a quarter of the rows have values of their
// own, and of no other attribute that is not so itself is a twenty-fifth of the entropy told, in
// 5,000 rows at most. Values that are unique in a part of a table may not be so in all of it.
// Requires a table, no histogram.
std::vector<SeparatingAttribute> separating_attributes(const Microdata& data,
                                                       const AttributeSet& suspected,
                                                       const Progress& progress = {});

}  // namespace microdata
