#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "postgres/methods/bucketization/bucketized_release.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Bucketization by regions: regions are read, bucketized and appended one by one.

// Returns the request for planning regions.
RegionRequest region_request(const BucketizationRequest& request, const Source& source,
                             const std::vector<AssignedRole>& roles,
                             std::optional<std::int32_t> regions, bool seeded);

// Creates, fills and records the release, with NOTICEs, and returns the relation that has its name.
Oid bucketize_by_regions(const Target& target, const Source& source,
                         const std::vector<AssignedRole>& roles,
                         const BucketizationRequest& request, RegionPlan plan, bool seeded,
                         Random& random, const Progress& progress);

// True if a source with a plan is bucketized where its rows are: if Citus distributes it, unless
// the request needs facts that only this server has.
bool bucketizes_where_rows_are(const Source& source, const std::vector<AssignedRole>& roles,
                               const BucketizationRequest& request);

// Bucketizes a source that Citus distributes where its rows are, all regions in parallel. The
// tables of the release are distributed by bucket, and the rows of one bucket are on one server.
// `arguments` are those of bucketize_table().
Oid bucketize_distributed(const Target& target, const Source& source,
                          const std::vector<AssignedRole>& roles,
                          const BucketizationRequest& request, const Arguments& arguments,
                          const RegionPlan& plan, Random& random, Phases& phases);

}  // namespace microdata::postgres
