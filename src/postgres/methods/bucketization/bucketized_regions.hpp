#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/methods/bucketization/bucketized_release.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// bucketize_table by regions: region after region is read, bucketized and appended.

// What regions must allow for the request.
RegionRequest region_request(const BucketizationRequest& request, const Source& source,
                             const std::vector<AssignedRole>& roles,
                             std::optional<std::int32_t> regions, bool seeded);

// Makes, fills and records the release, with NOTICEs; returns the relation that has its name.
Oid bucketize_by_regions(const Target& target, const Source& source,
                         const std::vector<AssignedRole>& roles,
                         const BucketizationRequest& request, RegionPlan plan, bool seeded,
                         Random& random, const Progress& progress);

// Whether a source with a plan is bucketized where its rows are: one that Citus distributes, unless
// what is asked for needs what is only here.
bool bucketizes_where_rows_are(const Source& source, const std::vector<AssignedRole>& roles,
                               const BucketizationRequest& request);

// Bucketizes a source that Citus distributes where its rows are, region by region, all at once; the
// tables of the release are distributed by bucket, those of one bucket beside each other.
// `arguments` are those of bucketize_table().
Oid bucketize_distributed(const Target& target, const Source& source,
                          const std::vector<AssignedRole>& roles,
                          const BucketizationRequest& request, const Arguments& arguments,
                          const RegionPlan& plan, Random& random, Phases& phases);

}  // namespace microdata::postgres
