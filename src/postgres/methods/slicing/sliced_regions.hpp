#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/methods/slicing/sliced_release.hpp"
#include "postgres/methods/slicing/slicing_arguments.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// slice_table by regions: groups of attributes are chosen once, by the plan's sample; then region
// after region is read, sliced and appended. No region fails because of a group, which has been
// counted before. What `infeasible` means where l does not hold given the quasi-identifiers beside
// a sensitive attribute:
//   regroup          where the table as a whole does not allow the sample's groups, sensitive
//                    attributes stand alone; regions in which the groups are infeasible are merged;
//   error, suppress, and groups by hand
//                    an error for the table as a whole: rows are left out for the sake of sensitive
//                    attributes alone; regions are merged as above;
//   generalize       what stands in a group with sensitive attributes is generalized in every
//                    region.

// Groups of attributes, by name.
using GroupNames = std::vector<std::vector<std::string>>;

// What regions must allow for the request. Planning puts into `chosen`, which outlives it, as do
// the other arguments, the groups that the sample has.
RegionRequest region_request(const SlicingRequest& request, const Source& source,
                             const std::vector<AssignedRole>& roles,
                             std::optional<std::int32_t> regions, bool seeded, GroupNames& chosen,
                             const Progress& progress);

// The groups of every region. The plan has taken away what the table as a whole does not allow
// beside sensitive attributes. `chosen` as region_request() has left them.
GroupNames groups_of_regions(const SlicingRequest& request, const RegionPlan& plan,
                             const GroupNames& chosen);

// Makes, fills and records the release, with NOTICEs; returns its table.
Oid slice_by_regions(const Target& target, const Source& source,
                     const std::vector<AssignedRole>& roles, const SlicingRequest& request,
                     RegionPlan plan, const GroupNames& chosen, const std::string& bucket_column,
                     bool seeded, Random& random, const Progress& progress);

// Whether a source with a plan is sliced where its rows are: one that Citus distributes, unless
// what is asked for needs what is only here.
bool slices_where_rows_are(const Source& source, const std::vector<AssignedRole>& roles,
                           const SlicingRequest& request);

// Slices a source that Citus distributes where its rows are, region by region, all at once; the
// release is distributed by bucket. `arguments` are those of slice_table(), `groups` those of
// every region.
Oid slice_distributed(const Target& target, const Source& source,
                      const std::vector<AssignedRole>& roles, const SlicingRequest& request,
                      const Arguments& arguments, const RegionPlan& plan, const GroupNames& groups,
                      Random& random, Phases& phases);

// What a server tells of a region besides its rows.
std::vector<double> figures_of_region(const SlicedTable& sliced);

}  // namespace microdata::postgres
