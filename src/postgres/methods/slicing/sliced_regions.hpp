#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "postgres/methods/slicing/sliced_release.hpp"
#include "postgres/methods/slicing/slicing_arguments.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Slicing by regions: groups of attributes are chosen once, from the plan's sample; then regions
// are read, sliced and appended one by one. No region fails because of a group, because groups were
// counted before. The argument `infeasible` decides on groups in which l does not hold given the
// quasi-identifiers:
// - regroup: if the whole table does not allow the sample's groups, sensitive attributes are
//   separated from quasi-identifiers; regions with infeasible groups are merged.
// - error, suppress, and groups by hand: an error for the table as a whole. Only sensitive
//   attributes by themselves cause rows to be suppressed; regions are merged as above.
// - generalize: quasi-identifiers in a group with sensitive attributes are generalized in every
//   region.

// Groups of attributes, by name.
using GroupNames = std::vector<std::vector<std::string>>;

// Returns the request for planning regions. Planning puts the sample's groups into `chosen`;
// `chosen` and the other arguments must outlive the request.
RegionRequest region_request(const SlicingRequest& request, const Source& source,
                             const std::vector<AssignedRole>& roles,
                             std::optional<std::int32_t> regions, bool seeded, GroupNames& chosen,
                             const Progress& progress);

// Returns the groups of every region, from `chosen` as region_request() left them. The plan has
// separated attributes from sensitive ones if the whole table does not allow them in one group.
GroupNames groups_of_regions(const SlicingRequest& request, const RegionPlan& plan,
                             const GroupNames& chosen);

// Creates, fills and records the release, with NOTICEs, and returns its table.
Oid slice_by_regions(const Target& target, const Source& source,
                     const std::vector<AssignedRole>& roles, const SlicingRequest& request,
                     RegionPlan plan, const GroupNames& chosen, const std::string& bucket_column,
                     bool seeded, Random& random, const Progress& progress);

// True if a source with a plan is sliced where its rows are: if Citus distributes it, unless the
// request needs facts that only this server has.
bool slices_where_rows_are(const Source& source, const std::vector<AssignedRole>& roles,
                           const SlicingRequest& request);

// Slices a source that Citus distributes where its rows are, all regions in parallel; the release
// is distributed by bucket. `arguments` are those of slice_table(), `groups` those of every region.
Oid slice_distributed(const Target& target, const Source& source,
                      const std::vector<AssignedRole>& roles, const SlicingRequest& request,
                      const Arguments& arguments, const RegionPlan& plan, const GroupNames& groups,
                      Random& random, Phases& phases);

// Returns the figures about a region that a server sends in addition to its rows.
std::vector<double> figures_of_region(const SlicedTable& sliced);

}  // namespace microdata::postgres
