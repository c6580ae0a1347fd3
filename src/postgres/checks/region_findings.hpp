#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/part_task.hpp"

// Findings on a release that was made by regions, from the findings on each region. A tuple matches
// only rows of its own region, because regions are boxes of quasi-identifiers that values do not
// leave. A guarantee that holds in every region therefore holds in the release, if regions do not
// overlap.

namespace microdata::postgres {

inline const std::string people_are_accounted_for = "all people in the source are accounted for";
inline const std::string rows_are_accounted_for = "all source rows are accounted for";

// Returns the findings on a release that was made by regions: those of the regions together, and
// those that only all regions show. Buckets and persons that `layout` has must lie in one region
// each, and the caller checks how often column values in buckets of rows occur.
std::vector<Finding> verify_by_regions(const Release& release, LayoutKind layout,
                                       const Progress& progress);

// Returns the figures of all regions of a release that was made by regions.
DisclosureFigures disclosure_by_regions(const Release& release, const Progress& progress);

extern const PartQuestion verification_question;
extern const PartQuestion disclosure_question;

}  // namespace microdata::postgres
