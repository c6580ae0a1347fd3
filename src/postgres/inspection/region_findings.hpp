#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/region_loop.hpp"

// What is found of a release that was made by regions, from what is found of each of them. A tuple
// matches rows of its own region alone, since regions are boxes of quasi-identifiers and values do
// not leave them: so a promise holds that holds in every region, if regions do not overlap.

namespace microdata::postgres {

// The finding of all regions: the figure that over_parts says, with its worst case, the region
// named; it fails where one region fails, and cannot be told where one cannot. Regions of which
// there is nothing to say, as no row of them is published, do not count.
class RegionFindings {
 public:
  void add(std::uint32_t region, std::vector<Finding> found);

  // By region.
  void add_each(std::vector<std::vector<Finding>> found);

  std::vector<Finding> take() { return std::move(found_); }

 private:
  void combine(std::size_t at, Finding next);

  std::vector<Finding> found_;
  // By the finding, the largest part of a sum.
  std::vector<double> largest_;
};

inline const std::string rows_are_accounted_for = "all source rows are accounted for";

// The release as far as it lies in the region that was entered: as many rows are suppressed as the
// region lacks.
Release part_of(const Release& release, RegionLoop& loop, std::uint32_t region);

// Of the numbers of each region's buckets, each once, those that several regions have.
RegionLoop::SharedBuckets shared_among(std::vector<std::int64_t> buckets);

// What only all regions together show: that nothing lies outside of them, that they are apart, and
// in place of the regions' own, how many rows there are.
std::vector<Finding> findings_of_regions(const Release& release, RegionLoop& loop,
                                         RegionFindings found,
                                         const RegionLoop::SharedBuckets& shared);

// The figures of all regions of a release, or of a release that was made at once, by `measure`,
// which is asked within each; of a release that is inspected on workers, by these.
DisclosureFigures disclosure_of_regions(const Release& release,
                                        const std::function<DisclosureFigures()>& measure);

}  // namespace microdata::postgres
