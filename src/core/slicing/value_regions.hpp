#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"

namespace microdata {

// A value of an attribute in a bucket, and how many rows have it.
struct ValueRows {
  Code value = 0;
  std::size_t rows = 0;
};

// Returns the region of each value, ascending, where regions are neighbours and have k rows at
// least: the division of least width, which is the sum over the regions of several values of their
// rows times the codes from end to end. Requires k rows.
std::vector<std::uint32_t> ordered_regions(std::span<const ValueRows> values, std::size_t k);

// Returns the region of each value where values have no order. Each value that k rows have is a
// region, and the rest make up regions of as few values as reach k rows. A rest of fewer rows is
// joined by the value that fewest of the others have. Requires k rows.
std::vector<std::uint32_t> unordered_regions(std::span<const ValueRows> values, std::size_t k);

}  // namespace microdata
