#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "postgres/regions/region_plan.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// What a release's table is to be like: by default as its regions are, else as the source, or one
// table.
enum class TargetLike : std::uint8_t { regions, source, plain };

// target_like, only_partitions.
struct PartitionArguments {
  TargetLike like = TargetLike::regions;
  // Partitions of the source.
  std::optional<std::vector<Oid>> only;
};

// only_partitions; nothing where it is NULL, or the function does not have it.
std::optional<std::vector<Oid>> given_only_partitions(const Arguments& arguments);

// Fails where they, or `regions`, exclude each other.
PartitionArguments given_partitions(const Arguments& arguments);

// Whether the release is to have partitions, or partitions alone are published.
bool asks_for_partitions(const PartitionArguments& arguments);

// For a call that can make one table alone, for the reason that `why`, a sentence, gives.
void check_unpartitioned(const std::string& call, const PartitionArguments& arguments,
                         const std::string& why);

// Has a target's table partitioned as the arguments say. `plan`: none where the release is made at
// once. `as_it_is`: whether a column is published so. Fails where it cannot be done.
void set_partitions(Target& target, const Source& source, const std::vector<AssignedRole>& roles,
                    const PartitionArguments& arguments, const RegionPlan* plan,
                    const std::function<bool(const std::string& column)>& as_it_is);

// Plans regions as plan_if_needed() does, or those of a release whose partitions alone are
// published again, and has the target's table partitioned.
std::optional<RegionPlan> plan_partitions(Target& target, const Source& source,
                                          const std::vector<AssignedRole>& roles,
                                          const PartitionArguments& arguments,
                                          RegionRequest request, Random& random,
                                          const Progress& progress);

}  // namespace microdata::postgres
