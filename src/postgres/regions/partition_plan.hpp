#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/regions/cut_tree.hpp"
#include "postgres/regions/region_eligibility.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/source/region_tree.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Columns of a source by which regions may be cut.

Role role_of_column(const Source& source, const std::vector<AssignedRole>& roles,
                    const std::string& name);

bool may_be_cut(const Source& source, const std::vector<AssignedRole>& roles,
                const RegionRequest& request, const std::string& name);

// The columns that a tree may cut.
struct PartitionColumns {
  // True for columns that are published unchanged, by ranges or lists. Values of one region by a
  // list may lie between those of another.
  std::function<bool(const std::string& column)> as_they_are;
  // True for columns that are published as ranges, by ranges only.
  std::function<bool(const std::string& column)> as_ranges;
};

PartitionColumns partition_columns(const Source& source, const std::vector<AssignedRole>& roles,
                                   const RegionRequest& request);

// Cuts by a sample, as the core and as SQL represent them.
struct SampleCuts {
  CutTree cuts;
  RegionTree tree;
};

// The requirements of regions that are made of partitions.
struct PartitionNeeds {
  PartitionColumns columns;
  // True if partitions that are no region by themselves are merged only by rows, not by sensitive
  // values; they must be eligible then.
  bool oblivious = false;
  // The largest number of regions; empty for no limit.
  std::optional<std::int32_t> most;
  // Returns the number of parts into which a region with this number of rows is cut, if it can be.
  std::function<std::uint32_t(std::int64_t rows)> parts;
  std::function<CountedRegions(const RegionTree& tree)> count;
  // Cuts into a number of regions, without cuts on some columns.
  std::function<SampleCuts(std::uint32_t regions, const std::set<std::string>& without)> cut;
};

// Divides a source by its partitions: fills the plan's tree, regions, partitions and number of
// merged regions. Returns false if the source has no partitions by which it can be divided, or too
// many.
bool plan_by_partitions(const Source& source, const PartitionNeeds& needs, RegionPlan& plan);

}  // namespace microdata::postgres
