#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/covering.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// Returns the combinations of the labels of `count` published rows, or of the values of `count`
// tuples. Without attributes all are one combination.
Combinations combine_regions(Row count, const std::vector<RegionAttribute>& attributes,
                             bool published, const Progress& progress);

// The regions of a generalized column (slicing paper, definition 4), and the region of each tuple
// of the source.
struct Regions {
  SlicedView::Values values;
  // Number of tuples that lie in several regions; regions must not overlap.
  std::size_t ambiguous = 0;
};

Regions find_regions(const std::vector<RegionAttribute>& attributes, const Progress& progress);

// Finds the regions if every bucket has its own, which can overlap those of other buckets. A tuple
// is ambiguous if it lies in several regions of one bucket.
Regions find_regions_in_buckets(const std::vector<RegionAttribute>& attributes,
                                const std::vector<std::uint32_t>& bucket_of, std::uint32_t buckets,
                                const Progress& progress);

// Returns the values of a column that is generalized in buckets, together with its other
// attributes.
SlicedView::Values with_rest(const SlicedView::Values& regions, const SlicedView::Values& rest,
                             const Progress& progress);

}  // namespace microdata
