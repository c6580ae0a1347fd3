#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "postgres/source/partitioning.hpp"
#include "postgres/source/region_tree.hpp"

// Regions that are made of a table's partitions. Every region is a box of values, like regions of
// other cuts. Partitions by ranges are cut at their first values; gaps between them belong to the
// partition before or, if there is a default partition, are regions by themselves. Partitions by
// lists are distinguished by their values. NULL goes right, as everywhere, so that the last region
// of a level has the rows of partitions that take NULL.

namespace microdata::postgres {

// The place of a partition: the bounds of the partitions around it, from the table down, and its
// own bound.
using PartitionPath = std::vector<std::string>;

struct PartitionRegions {
  RegionTree tree;
  // The partitions that can have rows of each region, as deep as the tree uses them.
  std::vector<std::vector<PartitionPath>> partitions;
  // The regions before any merging that each region is made of.
  std::vector<std::vector<std::uint32_t>> unmerged;
};

// The columns that a tree may cut.
struct PartitionColumns {
  // True for columns that are published unchanged, by ranges or lists. Values of one region by a
  // list may lie between those of another.
  std::function<bool(const std::string& column)> as_they_are;
  // True for columns that are published as ranges, by ranges only.
  std::function<bool(const std::string& column)> as_ranges;
};

// Returns the regions of a partitioned table, one for each partition of levels that may be cut. If
// a level may not be cut, the partition above is a region. Returns nothing if the uppermost level
// may not be cut, or has one partition.
std::optional<PartitionRegions> regions_of_partitions(const Partitioning& partitioning,
                                                      const PartitionColumns& columns);

// The counts of regions that are taken together.
struct RegionCounts {
  std::function<std::int64_t(std::span<const std::uint32_t> regions)> rows;
  std::function<bool(std::span<const std::uint32_t> regions)> eligible;
};

// Returns the regions of a partitioned table, merged with neighbours of their level until all are
// eligible. The smaller of two neighbours is taken; in the worst case one region remains, eligible
// or not. Regions without rows are eligible.
PartitionRegions merge_partitions(const Partitioning& partitioning, const PartitionColumns& columns,
                                  const RegionCounts& counts);

}  // namespace microdata::postgres
