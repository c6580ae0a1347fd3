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

// Divides values, ascending, into regions of at least k rows, and returns the region of each.
// Requires k rows.
//
// Of values with an order, regions are neighbours. They are those of least width: the sum over the
// regions of several values of their rows times the codes from end to end.
std::vector<std::uint32_t> ordered_regions(std::span<const ValueRows> values, std::size_t k);

// Of other values, each that k rows have is a region, and the rest make up regions of as few values
// as reach k rows. Where the rest has fewer, the value that fewest rows have joins it.
std::vector<std::uint32_t> unordered_regions(std::span<const ValueRows> values, std::size_t k);

}  // namespace microdata
