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
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

// bucketize_table by regions: region after region is read, bucketized and appended.

namespace microdata::postgres {

// What regions must allow for the request.
RegionRequest region_request(const BucketizationRequest& request, const Source& source,
                             const std::vector<AssignedRole>& roles,
                             std::optional<std::int32_t> regions, bool seeded);

// Makes, fills and records the release, with NOTICEs; returns the relation that has its name.
Oid bucketize_by_regions(const Target& target, const Source& source,
                         const std::vector<AssignedRole>& roles,
                         const BucketizationRequest& request, RegionPlan plan, bool seeded,
                         Random& random, const Progress& progress);

}  // namespace microdata::postgres
