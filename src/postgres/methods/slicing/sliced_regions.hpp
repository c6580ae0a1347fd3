#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "postgres/methods/slicing/sliced_release.hpp"
#include "postgres/methods/slicing/slicing_method.hpp"
#include "postgres/publishing/publisher.hpp"
#include "postgres/regions/region_plan.hpp"
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

// Returns the smallest number of rows of a bucket. With the exact check, other buckets can
// compensate for l.
std::uint64_t fewest_rows_of_bucket(const SlicingOptions& options);

// Returns the request of every region. `chosen` is as region_request() left it. Fails if partitions
// are published again and the request does not fit their release.
SlicingRequest request_by_regions(const Publication& call, const SlicingRequest& request,
                                  const RegionPlan& plan, const GroupNames& chosen);

// Slices and writes all regions, with request_by_regions(), and adds them to the figures.
void slice_regions(const Publication& call, SlicingRequest request, ReleaseBuilder& builder,
                   RegionPublication& regions, SlicingFigures& figures);

// True if a source with a plan is sliced where its rows are: if Citus distributes it, unless the
// request needs facts that only this server has.
bool slices_where_rows_are(const Publication& call, const SlicingRequest& request);

// Slices a source that Citus distributes where its rows are, all regions in parallel; the release
// is distributed by bucket. `groups` are those of every region.
Oid slice_distributed(const Publication& call, const RegionPlan& plan,
                      const SlicingRequest& request, const GroupNames& groups);

// Returns the figures about a region that a server sends in addition to its rows.
std::vector<double> figures_of_region(const SlicedTable& sliced);

}  // namespace microdata::postgres
