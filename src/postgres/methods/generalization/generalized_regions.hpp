#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "postgres/methods/generalization/generalized_release.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Generalization by regions. With recoding mondrian and multiset, each class is in one region:
// regions are read, generalized and appended one by one. With full-domain and cell, a class is all
// rows of the table with the same labels, which any region can have: regions are only read one
// after another, into a histogram of the table, which is then generalized.

// Returns the approximate number of bytes per row for generalizing the source at once. Requires a
// SpiSession.
double generalization_bytes_per_row(const Source& source, const std::vector<AssignedRole>& roles,
                                    const GeneralizationRequest& request);

// Returns the request for planning regions.
RegionRequest region_request(const GeneralizationRequest& request, const Source& source,
                             const std::vector<AssignedRole>& roles,
                             std::optional<std::int32_t> regions, bool seeded);

// True if levels are chosen from counts by the servers of Citus; equal rows of a server are sent
// once.
bool is_counted_where_rows_are(const Source& source, const std::vector<AssignedRole>& roles,
                               const GeneralizationRequest& request);

// Creates, fills and records the release from such counts, as a table of this server, and returns
// it.
Oid generalize_counted(const Target& target, const Source& source,
                       const std::vector<AssignedRole>& roles, const GeneralizationRequest& request,
                       Random& random, const Progress& progress);

// Creates, fills and records the release, with NOTICEs, and returns its table.
Oid generalize_by_regions(const Target& target, const Source& source,
                          const std::vector<AssignedRole>& roles,
                          const GeneralizationRequest& request, RegionPlan plan, bool seeded,
                          Random& random, const Progress& progress);

// True if a source with a plan is generalized where its rows are: if Citus distributes it, each
// class is in one region, and servers can be sent its hierarchies.
bool generalizes_where_rows_are(const Source& source, const std::vector<AssignedRole>& roles,
                                const GeneralizationRequest& request);

// Generalizes a source that Citus distributes where its rows are, all regions in parallel. The
// release is distributed by an additional column of distinct random numbers, because any other
// column might have NULL or few values. `arguments` are those of generalize_table().
Oid generalize_distributed(const Target& target, const Source& source,
                           const std::vector<AssignedRole>& roles,
                           const GeneralizationRequest& request, const Arguments& arguments,
                           const RegionPlan& plan, Random& random, Phases& phases);

// Returns the figures about a region that a server sends in addition to its rows.
std::vector<double> figures_of_region(const LossSums& lost);

}  // namespace microdata::postgres
