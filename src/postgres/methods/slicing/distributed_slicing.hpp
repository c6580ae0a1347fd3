#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/random.hpp"
#include "postgres/methods/slicing/sliced_regions.hpp"
#include "postgres/methods/slicing/sliced_release.hpp"
#include "postgres/methods/slicing/slicing_arguments.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

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
