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

// Regions that a table's partitions are. Every region is a box of values, as those of other cuts
// are: partitions by ranges are cut at their first values, gaps between them belonging to the
// partition before or, where there is a default partition, being regions by themselves; partitions
// by lists are told apart by their values. NULL goes right, as everywhere, so that the last region
// of a level has the rows of partitions that take it.

namespace microdata::postgres {

// Where a partition is: the bounds of those that it is in, from the table down, and its own.
using PartitionPath = std::vector<std::string>;

struct PartitionRegions {
  RegionTree tree;
  // Of each region, the partitions that can have rows of it, as deep as the tree goes by them.
  std::vector<std::vector<PartitionPath>> partitions;
  // Of each region, those that it is made of when nothing is merged.
  std::vector<std::vector<std::uint32_t>> unmerged;
};

// Which columns a tree may cut.
struct PartitionColumns {
  // As they are published as they are: by ranges or lists. Values of one region by a list may lie
  // between those of another.
  std::function<bool(const std::string& column)> as_they_are;
  // As they are published as ranges: by ranges.
  std::function<bool(const std::string& column)> as_ranges;
};

// The regions of a partitioned table, one for each partition of levels that may be cut: of the
// others, the partition above is a region. Nothing where the uppermost level may not be cut, or has
// one partition.
std::optional<PartitionRegions> regions_of_partitions(const Partitioning& partitioning,
                                                      const PartitionColumns& columns);

// What is known of regions that are taken together.
struct RegionCounts {
  std::function<std::int64_t(std::span<const std::uint32_t> regions)> rows;
  std::function<bool(std::span<const std::uint32_t> regions)> eligible;
};

// The same with regions that are not eligible merged with neighbours of their level until all are:
// of two neighbours the smaller one; at worst there is one region, eligible or not. Regions without
// rows are eligible.
PartitionRegions merge_partitions(const Partitioning& partitioning, const PartitionColumns& columns,
                                  const RegionCounts& counts);

}  // namespace microdata::postgres
