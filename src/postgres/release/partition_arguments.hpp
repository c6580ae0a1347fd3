#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "postgres/regions/region_plan.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// How a call goes by the partitions of its source.
struct PartitionArguments {
  // The release is partitioned as the source is, if it can be: no number of regions is given.
  bool like_source = true;
  // Partitions of the source that are published again.
  std::optional<std::vector<Oid>> only;
};

// From `source`, `regions`, and the scope of RenewedPartitions.
PartitionArguments given_partitions(const Arguments& arguments);

// For a call that can make one table only, because of `why`, a sentence. Reports a NOTICE if the
// source is partitioned, and fails if only partitions are to be published.
void tell_unpartitioned(const Source& source, const PartitionArguments& arguments,
                        const std::string& why);

// True if a release of the source, without a number of regions, has its partitions as regions.
bool has_partitions_as_regions(const Source& source, const std::vector<AssignedRole>& roles,
                               const RegionRequest& request);

// Plans regions as plan_if_needed() does, or those of a release of which partitions are published
// again, and has the target's table partitioned. Reports a NOTICE if it cannot be.
std::optional<RegionPlan> plan_partitions(Target& target, const Source& source,
                                          const std::vector<AssignedRole>& roles,
                                          const PartitionArguments& arguments,
                                          RegionRequest request, Random& random,
                                          const Progress& progress);

}  // namespace microdata::postgres
