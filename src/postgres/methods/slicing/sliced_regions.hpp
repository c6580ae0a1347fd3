#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/methods/slicing/slicing_arguments.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

// slice_table by regions: groups of attributes are chosen once, by the plan's sample; then region
// after region is read, sliced and appended. What `infeasible` means where a group is infeasible:
//   error, suppress  the plan has no region in which the groups are, so that no row of a region is
//                    left out, or found to be in the way, for l's sake;
//   regroup          the same, with groups that the sample allows; where the table does not, groups
//                    in which sensitive attributes stand alone;
//   generalize       what stands in a group with sensitive attributes is generalized in every
//                    region.

namespace microdata::postgres {

// About how many bytes slicing takes for a row of the source.
double slicing_bytes_per_row(const std::vector<AssignedRole>& roles);

// What regions must allow for the request.
RegionRequest region_request(const SlicingRequest& request, const Source& source,
                             const std::vector<AssignedRole>& roles,
                             std::optional<std::int32_t> regions, const Progress& progress);

// Makes, fills and records the release, with NOTICEs; returns its table.
Oid slice_by_regions(const Target& target, const Source& source,
                     const std::vector<AssignedRole>& roles, SlicingRequest request,
                     RegionPlan plan, const std::string& bucket_column, bool seeded, Random& random,
                     const Progress& progress);

}  // namespace microdata::postgres
