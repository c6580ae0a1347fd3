#pragma once

#include <cstddef>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// An attribute of numbers, dates or times that distinguishes rows but says nothing about the other
// attributes: a sampling weight, a serial number, a time to the microsecond. An attacker can find
// rows by such an attribute, and an analyst loses nothing without it.
struct SeparatingAttribute {
  std::size_t attribute = 0;
  // Fraction of the rows whose value occurs in no other row.
  double unique = 0;
};

// Smallest number of rows from which independence of attributes can be concluded.
inline constexpr Row fewest_separated = 200;

// Returns the separating attributes among `suspected`, in their order. At least a quarter of the
// rows have unique values of such an attribute. It discloses at most a twenty-fifth of the entropy
// of each other attribute that has fewer unique values, measured in at most 5,000 rows. Values that
// are unique in part of a table might not be unique in the whole table. Requires a table, not a
// histogram.
std::vector<SeparatingAttribute> separating_attributes(const Microdata& data,
                                                       const AttributeSet& suspected,
                                                       const Progress& progress = {});

}  // namespace microdata
