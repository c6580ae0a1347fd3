#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "postgres/methods/generalization/generalized_release.hpp"
#include "postgres/publishing/publisher.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Generalization by regions. With recoding mondrian and multiset, each class is in one region:
// regions are read, generalized and appended one by one. With full-domain and cell, a class is all
// rows of the table with the same labels, which any region can have: regions are only read one
// after another, into a histogram of the table, which is then generalized.

// Returns the approximate number of bytes per row for generalizing the source at once. Requires a
// SpiSession.
double generalization_bytes_per_row(const Source& source, const std::vector<AssignedRole>& roles,
                                    const GeneralizationRequest& request);

// True if levels are chosen for the table as a whole.
bool is_by_levels(const GeneralizationRequest& request);

// Returns the request for planning regions.
RegionRequest region_request(const Publication& call, const GeneralizationRequest& request);

// True if levels are chosen from counts by the servers of Citus; equal rows of a server are sent
// once. The release is a table of this server.
bool is_counted_where_rows_are(const Publication& call, const GeneralizationRequest& request);

// Returns the histogram of the source: from such counts, or region by region.
Table counted_histogram(const Publication& call, const GeneralizationRequest& request);
Table histogram_of_regions(const Publication& call, const GeneralizationRequest& request,
                           RegionPublication& regions);

// True if a source with a plan is generalized where its rows are: if Citus distributes it, each
// class is in one region, and servers can be sent its hierarchies.
bool generalizes_where_rows_are(const Publication& call, const GeneralizationRequest& request);

// Generalizes a source that Citus distributes where its rows are, all regions in parallel. The
// release is distributed by an additional column of distinct random numbers, because any other
// column might have NULL or few values.
Oid generalize_distributed(const Publication& call, const RegionPlan& plan,
                           const GeneralizationRequest& request);

// Returns the figures about a region that a server sends in addition to its rows.
std::vector<double> figures_of_region(const LossSums& lost);

}  // namespace microdata::postgres
