#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/server/json.hpp"

namespace microdata::postgres {

// What a release's parameters have under "regions" (released_regions_json()) where servers have
// published them. For partitions that are published again by themselves, what was published of each
// region is counted in the release, which is one table with these attributes. Requires a
// SpiSession.
Json counted_regions_json(const RegionPlan& plan, Oid source,
                          const std::vector<ReleaseAttribute>& attributes,
                          const std::string& bucket_column);

}  // namespace microdata::postgres
