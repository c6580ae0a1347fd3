#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"

namespace microdata {

// Distinct published values of one attribute of a release with their extents, and the value of each
// row.
struct PublishedExtents {
  // Extent of each value: |upper - lower| of a number, the number of values of a set with more than
  // one value, otherwise 0.
  std::vector<double> of_value;
  // |max - min| over all published bounds; for sets, the size of the domain. 0 if all records have
  // the same value.
  double whole = 0;
  std::vector<std::uint32_t> value_of_row;
};

// Returns the extents of numbers that are published as intervals or as themselves. Requires
// lower[v] <= upper[v].
PublishedExtents extents_of_intervals(std::span<const double> lower, std::span<const double> upper,
                                      std::vector<std::uint32_t> value_of_row);

// Returns information loss I (fragmentation paper, appendix D.I), 0 to 1: the mean over all rows
// and attributes of a value's extent divided by the attribute's extent. The attributes may belong
// to any fragments. The loss is 0 without rows.
double extent_loss(std::span<const PublishedExtents> attributes, const Progress& progress);

}  // namespace microdata
