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

// Findings on a release that was made by regions, from the findings on each region. A tuple matches
// only rows of its own region, because regions are boxes of quasi-identifiers that values do not
// leave. A guarantee that holds in every region therefore holds in the release, if regions do not
// overlap.

namespace microdata::postgres {

// Findings on all regions together: for each, the figure that over_parts selects, with its worst
// case and the region's number. A finding fails if one region fails, and otherwise is undecided if
// one region is. Regions without published rows do not count, because there is nothing to judge.
class RegionFindings {
 public:
  void add(std::uint32_t region, std::vector<Finding> found);

  // Adds the findings of all regions, by region.
  void add_each(std::vector<std::vector<Finding>> found);

  std::vector<Finding> take() { return std::move(found_); }

 private:
  void combine(std::size_t at, Finding next);

  std::vector<Finding> found_;
  // Largest part of each finding's sum, by finding.
  std::vector<double> largest_;
};

inline const std::string rows_are_accounted_for = "all source rows are accounted for";

// Returns the release as far as it lies in the region, with as many suppressed rows as the region
// lacks.
Release part_of(const Release& release, RegionLoop& loop, std::uint32_t region);

// Returns the bucket numbers that several regions have; `buckets` has the numbers of each region's
// buckets, each once.
RegionLoop::SharedBuckets shared_among(std::vector<std::int64_t> buckets);

// Returns the findings with those that only all regions together show: no row lies outside the
// regions, and regions do not overlap. The number of all rows replaces the number of each region.
std::vector<Finding> findings_of_regions(const Release& release, RegionLoop& loop,
                                         RegionFindings found,
                                         const RegionLoop::SharedBuckets& shared);

// Returns the figures of all regions of a release, or of a release that was made at once. `measure`
// is called within each region, unless the release is inspected on workers, which then measure.
DisclosureFigures disclosure_of_regions(const Release& release,
                                        const std::function<DisclosureFigures()>& measure);

}  // namespace microdata::postgres
