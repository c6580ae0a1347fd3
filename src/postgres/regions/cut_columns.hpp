#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "postgres/regions/partition_regions.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

// Columns of a source that regions may be cut by.

namespace microdata::postgres {

Role role_of_column(const Source& source, const std::vector<AssignedRole>& roles,
                    const std::string& name);

bool may_be_cut(const Source& source, const std::vector<AssignedRole>& roles,
                const RegionRequest& request, const std::string& name);

PartitionColumns partition_columns(const Source& source, const std::vector<AssignedRole>& roles,
                                   const RegionRequest& request);

}  // namespace microdata::postgres
