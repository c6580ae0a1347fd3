#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/regions/cut_tree.hpp"
#include "postgres/regions/partition_regions.hpp"
#include "postgres/regions/region_eligibility.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/source/region_tree.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Columns of a source that regions may be cut by.

Role role_of_column(const Source& source, const std::vector<AssignedRole>& roles,
                    const std::string& name);

bool may_be_cut(const Source& source, const std::vector<AssignedRole>& roles,
                const RegionRequest& request, const std::string& name);

PartitionColumns partition_columns(const Source& source, const std::vector<AssignedRole>& roles,
                                   const RegionRequest& request);

// Cuts by a sample, as the core and as SQL have them.
struct SampleCuts {
  CutTree cuts;
  RegionTree tree;
};

// What regions made of partitions have to be.
struct PartitionNeeds {
  PartitionColumns columns;
  // Partitions that are no region by themselves are merged only by rows, not by sensitive values,
  // and must be eligible then.
  bool oblivious = false;
  // No more of them are asked for; none: it does not matter.
  std::optional<std::int32_t> most;
  // Into how many a region with so many rows is cut, if it can be.
  std::function<std::uint32_t(std::int64_t rows)> parts;
  std::function<CountedRegions(const RegionTree& tree)> count;
  // Cuts into so many regions, without cuts on some columns.
  std::function<SampleCuts(std::uint32_t regions, const std::set<std::string>& without)> cut;
};

// Divides a source by its partitions: fills the plan's tree, regions and partitions, and how many
// were merged. False where it has none by which it can be divided, or too many.
bool plan_by_partitions(const Source& source, const PartitionNeeds& needs, RegionPlan& plan);

}  // namespace microdata::postgres
