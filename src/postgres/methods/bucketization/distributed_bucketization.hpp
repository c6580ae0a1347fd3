#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/random.hpp"
#include "postgres/methods/bucketization/bucketized_release.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

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
