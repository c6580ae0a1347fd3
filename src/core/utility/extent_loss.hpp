#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"

namespace microdata {

// What one attribute of a release shows: the distinct published values with their extents, and
// which of them each row has.
struct PublishedExtents {
  // |upper - lower|; of a value that is a set of more than one, how many it has, otherwise 0.
  std::vector<double> of_value;
  // |max - min| over all records, of which a release shows the bounds; of sets the size of the
  // domain. 0 where all records have the same.
  double whole = 0;
  std::vector<std::uint32_t> value_of_row;
};

// The extents of numbers that are published as intervals, or as themselves: lower[v] <= upper[v].
PublishedExtents extents_of_intervals(std::span<const double> lower, std::span<const double> upper,
                                      std::vector<std::uint32_t> value_of_row);

// Information loss I (fragmentation paper, appendix D.I): the mean over all rows and attributes, of
// whichever fragments, of a value's extent by that of the attribute. 0 to 1; 0 without rows.
double extent_loss(std::span<const PublishedExtents> attributes, const Progress& progress);

}  // namespace microdata
