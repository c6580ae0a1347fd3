#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/covering.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// The combinations of the labels of so many published rows, or of the values of so many tuples.
// Without attributes all are one.
Combinations combine_regions(Row count, const std::vector<RegionAttribute>& attributes,
                             bool published, const Progress& progress);

// The regions of a generalized column (slicing paper, definition 4), and the one in which each
// tuple of the source lies.
struct Regions {
  SlicedView::Values values;
  // Tuples that lie in several regions: regions must not overlap.
  std::size_t ambiguous = 0;
};

Regions find_regions(const std::vector<RegionAttribute>& attributes, const Progress& progress);

// The same where every bucket has regions of its own, which may overlap those of others. A tuple is
// ambiguous that lies in several regions of one bucket.
Regions find_regions_in_buckets(const std::vector<RegionAttribute>& attributes,
                                const std::vector<std::uint32_t>& bucket_of, std::uint32_t buckets,
                                const Progress& progress);

// The values of such a column together with other attributes of it.
SlicedView::Values with_rest(const SlicedView::Values& regions, const SlicedView::Values& rest,
                             const Progress& progress);

}  // namespace microdata
