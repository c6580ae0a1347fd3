#include "postgres/regions/partition_regions.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace microdata::postgres {

namespace {

struct Unit;

// A level of partitions, by one column.
struct Level {
  bool by_list = false;
  std::string column;
  std::vector<Unit> units;
};

// The smallest set of values that a level distinguishes.
struct Unit {
  // The first value of a range; empty for the first unit. Lists have values instead; the last unit
  // of a list has all other values.
  std::string from;
  std::vector<std::string> values;
  std::vector<PartitionPath> partitions;
  // The level below, if a partition is divided.
  std::vector<Level> below;
};

// Neighbouring units that are a region together, or one unit whose level below is kept.
struct Group {
  std::size_t first = 0;
  std::size_t last = 0;
  // Numbers of regions before any merging.
  std::vector<std::uint32_t> regions;
  bool kept = false;
  // The groups of the level below, if it is kept.
  std::vector<Group> below;
};

PartitionPath joined(const PartitionPath& above, const Partition& partition) {
  PartitionPath path = above;
  path.push_back(partition.bound);
  return path;
}

bool may_cut(const Partitioning& partitioning, const PartitionColumns& columns) {
  if (partitioning.strategy == Partitioning::Strategy::other || !partitioning.trusted ||
      partitioning.partitions.size() < 2) {
    return false;
  }
  const std::string& column = partitioning.columns.front();
  return columns.as_they_are(column) ||
         (partitioning.strategy == Partitioning::Strategy::range && columns.as_ranges(column));
}

std::vector<Level> level_of(const Partitioning& partitioning, const PartitionColumns& columns,
                            const PartitionPath& above);

Unit unit_of(const Partition& partition, const PartitionColumns& columns,
             const PartitionPath& above) {
  Unit unit;
  const PartitionPath path = joined(above, partition);
  unit.from = partition.from.value_or("");
  unit.values = partition.values;
  unit.partitions = {path};
  for (const Partitioning& divided : partition.divided)
    unit.below = level_of(divided, columns, path);
  return unit;
}

// Returns the default partition's part that begins at `from`, which is the end of a partition, or
// empty for the lowest part.
Unit gap_of(const Partition& otherwise, const std::string& from, const PartitionColumns& columns,
            const PartitionPath& above) {
  Unit unit = unit_of(otherwise, columns, above);
  unit.from = from;
  return unit;
}

std::vector<Unit> units_of_ranges(const Partitioning& partitioning, const PartitionColumns& columns,
                                  const PartitionPath& above) {
  const Partition& last = partitioning.partitions.back();
  const Partition* const otherwise = last.is_default ? &last : nullptr;
  std::vector<Unit> units;
  const Partition* before = nullptr;
  for (const Partition& partition : partitioning.partitions) {
    if (partition.is_default) continue;
    const bool gap = before == nullptr ? partition.from.has_value() : before->to != partition.from;
    if (gap && otherwise != nullptr) {
      units.push_back(gap_of(*otherwise, before == nullptr ? "" : *before->to, columns, above));
    }
    units.push_back(unit_of(partition, columns, above));
    before = &partition;
  }
  if (otherwise == nullptr) return units;
  if (before == nullptr || before->to) {
    units.push_back(gap_of(*otherwise, before == nullptr ? "" : *before->to, columns, above));
  } else {
    // NULL is greater than all values of the last partition.
    units.back().partitions.push_back(joined(above, *otherwise));
    units.back().below.clear();
  }
  return units;
}

std::vector<Unit> units_of_lists(const Partitioning& partitioning, const PartitionColumns& columns,
                                 const PartitionPath& above) {
  std::vector<Unit> units;
  std::vector<Unit> rest;
  for (const Partition& partition : partitioning.partitions) {
    const bool takes_rest = partition.is_default || partition.takes_null;
    (takes_rest ? rest : units).push_back(unit_of(partition, columns, above));
  }
  if (rest.empty()) return units;
  Unit last = std::move(rest.front());
  for (std::size_t i = 1; i < rest.size(); ++i) {
    last.partitions.insert(last.partitions.end(), rest[i].partitions.begin(),
                           rest[i].partitions.end());
    last.below.clear();
  }
  units.push_back(std::move(last));
  return units;
}

std::vector<Level> level_of(const Partitioning& partitioning, const PartitionColumns& columns,
                            const PartitionPath& above) {
  if (!may_cut(partitioning, columns)) return {};
  Level level;
  level.by_list = partitioning.strategy == Partitioning::Strategy::list;
  level.column = partitioning.columns.front();
  level.units = level.by_list ? units_of_lists(partitioning, columns, above)
                              : units_of_ranges(partitioning, columns, above);
  if (level.units.size() < 2) return {};
  return {std::move(level)};
}

// Returns a group of its own for each unit, and numbers regions from left to right.
std::vector<Group> groups_of(const Level& level, std::uint32_t& regions) {
  std::vector<Group> groups;
  for (std::size_t u = 0; u < level.units.size(); ++u) {
    Group group{u, u, {}, false, {}};
    const std::uint32_t first = regions;
    for (const Level& below : level.units[u].below) {
      group.kept = true;
      group.below = groups_of(below, regions);
    }
    if (!group.kept) ++regions;
    for (std::uint32_t region = first; region < regions; ++region)
      group.regions.push_back(region);
    groups.push_back(std::move(group));
  }
  return groups;
}

Group taken_together(Group left, const Group& right) {
  left.last = right.last;
  left.regions.insert(left.regions.end(), right.regions.begin(), right.regions.end());
  left.kept = false;
  left.below.clear();
  return left;
}

bool is_eligible(const Group& group, const RegionCounts& counts) {
  return group.kept || counts.rows(group.regions) == 0 || counts.eligible(group.regions);
}

// Merges from below; a level that ends as one group is removed.
void merge(std::vector<Group>& groups, const RegionCounts& counts) {
  for (Group& group : groups) {
    if (!group.kept) continue;
    merge(group.below, counts);
    group.kept = group.below.size() > 1;
    if (!group.kept) group.below.clear();
  }
  const auto refused = [&] {
    return std::find_if(groups.begin(), groups.end(),
                        [&](const Group& group) { return !is_eligible(group, counts); });
  };
  for (auto found = refused(); found != groups.end() && groups.size() > 1; found = refused()) {
    const bool has_left = found != groups.begin();
    const bool has_right = std::next(found) != groups.end();
    const bool goes_left = has_left && (!has_right || counts.rows(std::prev(found)->regions) <=
                                                          counts.rows(std::next(found)->regions));
    const auto left = goes_left ? std::prev(found) : found;
    *left = taken_together(std::move(*left), *std::next(left));
    groups.erase(std::next(left));
  }
}

class Builder {
 public:
  void add(const Level& level, const std::vector<Group>& groups, std::size_t begin,
           std::size_t end) {
    if (end - begin == 1) return add(level, groups[begin]);
    const std::size_t middle = begin + (end - begin) / 2;
    const std::size_t index = result_.tree.nodes.size();
    RegionNode cut;
    cut.column = level.column;
    cut.among = level.by_list;
    if (level.by_list) {
      for (std::size_t u = groups[begin].first; u <= groups[middle - 1].last; ++u) {
        const std::vector<std::string>& values = level.units[u].values;
        cut.values.insert(cut.values.end(), values.begin(), values.end());
      }
    } else {
      cut.values = {level.units[groups[middle].first].from};
    }
    result_.tree.nodes.push_back(std::move(cut));
    result_.tree.nodes[index].left = result_.tree.nodes.size();
    add(level, groups, begin, middle);
    result_.tree.nodes[index].right = result_.tree.nodes.size();
    add(level, groups, middle, end);
  }

  PartitionRegions take() { return std::move(result_); }

 private:
  void add(const Level& level, const Group& group) {
    if (group.kept) {
      const Level& below = level.units[group.first].below.front();
      return add(below, group.below, 0, group.below.size());
    }
    RegionNode region;
    region.region = static_cast<std::uint32_t>(result_.partitions.size());
    result_.tree.nodes.push_back(std::move(region));
    result_.unmerged.push_back(group.regions);
    std::vector<PartitionPath>& partitions = result_.partitions.emplace_back();
    for (std::size_t u = group.first; u <= group.last; ++u) {
      const std::vector<PartitionPath>& those = level.units[u].partitions;
      partitions.insert(partitions.end(), those.begin(), those.end());
    }
    std::sort(partitions.begin(), partitions.end());
    partitions.erase(std::unique(partitions.begin(), partitions.end()), partitions.end());
  }

  PartitionRegions result_;
};

PartitionRegions built(const Level& level, const std::vector<Group>& groups) {
  Builder builder;
  builder.add(level, groups, 0, groups.size());
  return builder.take();
}

}  // namespace

std::optional<PartitionRegions> regions_of_partitions(const Partitioning& partitioning,
                                                      const PartitionColumns& columns) {
  const std::vector<Level> levels = level_of(partitioning, columns, {});
  if (levels.empty()) return std::nullopt;
  std::uint32_t regions = 0;
  return built(levels.front(), groups_of(levels.front(), regions));
}

PartitionRegions merge_partitions(const Partitioning& partitioning, const PartitionColumns& columns,
                                  const RegionCounts& counts) {
  const Level level = level_of(partitioning, columns, {}).front();
  std::uint32_t regions = 0;
  std::vector<Group> groups = groups_of(level, regions);
  merge(groups, counts);
  return built(level, groups);
}

}  // namespace microdata::postgres
