#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"

namespace microdata {

// Value of an attribute in a bucket, with its number of rows.
struct ValueRows {
  Code value = 0;
  std::size_t rows = 0;
};

// Returns the region of each value, ascending. A region has neighbouring values and at least k
// rows; the division has the least total width. The width of a region with several values is its
// number of rows times the number of codes from end to end. Requires k rows.
std::vector<std::uint32_t> ordered_regions(std::span<const ValueRows> values, std::size_t k);

// Returns the region of each value if values have no order. Each value with at least k rows is a
// region, and the others form regions of the fewest values that reach k rows. Remaining values with
// fewer than k rows join the region before, or else the least frequent value with k rows. Requires
// k rows.
std::vector<std::uint32_t> unordered_regions(std::span<const ValueRows> values, std::size_t k);

}  // namespace microdata
