#include "postgres/regions/partition_plan.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <utility>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/values/attribute_type.hpp"

// Regions that are made of a table's partitions. Every region is a box of values, like regions of
// other cuts. Partitions by ranges are cut at their first values; gaps between them belong to the
// partition before or, if there is a default partition, are regions by themselves. Partitions by
// lists are distinguished by their values. NULL goes right, as everywhere, so that the last region
// of a level has the rows of partitions that take NULL.

namespace microdata::postgres {

namespace {

struct PartitionRegions {
  RegionTree tree;
  // The partitions that can have rows of each region, as deep as the tree uses them.
  std::vector<std::vector<PartitionPath>> partitions;
  // The regions before any merging that each region is made of.
  std::vector<std::vector<std::uint32_t>> unmerged;
};

// The counts of regions that are taken together.
struct RegionCounts {
  std::function<std::int64_t(std::span<const std::uint32_t> regions)> rows;
  std::function<bool(std::span<const std::uint32_t> regions)> eligible;
};

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

// Returns the regions of a partitioned table, one for each partition of levels that may be cut. If
// a level may not be cut, the partition above is a region. Returns nothing if the uppermost level
// may not be cut, or has one partition.
std::optional<PartitionRegions> regions_of_partitions(const Partitioning& partitioning,
                                                      const PartitionColumns& columns) {
  const std::vector<Level> levels = level_of(partitioning, columns, {});
  if (levels.empty()) return std::nullopt;
  std::uint32_t regions = 0;
  return built(levels.front(), groups_of(levels.front(), regions));
}

// Returns the regions of a partitioned table, merged with neighbours of their level until all are
// eligible. The smaller of two neighbours is taken; in the worst case one region remains, eligible
// or not. Regions without rows are eligible.
PartitionRegions merge_partitions(const Partitioning& partitioning, const PartitionColumns& columns,
                                  const RegionCounts& counts) {
  const Level level = level_of(partitioning, columns, {}).front();
  std::uint32_t regions = 0;
  std::vector<Group> groups = groups_of(level, regions);
  merge(groups, counts);
  return built(level, groups);
}

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Puts a tree in the place of a region of another one; its regions must be numbered anew.
void graft(RegionTree& tree, std::size_t place, const RegionTree& below) {
  const std::size_t first = tree.nodes.size() - 1;
  const auto moved = [&](std::size_t node) { return node == 0 ? place : first + node; };
  for (std::size_t i = 0; i < below.nodes.size(); ++i) {
    RegionNode node = below.nodes[i];
    node.left = moved(node.left);
    node.right = moved(node.right);
    if (i == 0) {
      tree.nodes[place] = std::move(node);
    } else {
      tree.nodes.push_back(std::move(node));
    }
  }
}

void number_regions(RegionTree& tree, std::size_t node, std::uint32_t& next) {
  if (tree.nodes[node].region) {
    tree.nodes[node].region = next++;
    return;
  }
  number_regions(tree, tree.nodes[node].left, next);
  number_regions(tree, tree.nodes[node].right, next);
}

void number_regions(RegionTree& tree) {
  std::uint32_t next = 0;
  number_regions(tree, 0, next);
}

// Returns the node of each region.
std::vector<std::size_t> places_of(const RegionTree& tree) {
  std::vector<std::size_t> places(tree.regions());
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].region) places[*tree.nodes[i].region] = i;
  }
  return places;
}

std::set<std::string> columns_of(const RegionTree& tree) {
  std::set<std::string> columns;
  for (const RegionNode& node : tree.nodes) {
    if (!node.region) columns.insert(node.column);
  }
  return columns;
}

// The regions of a plan, of which those with too many rows are divided by cuts of the sample.
class PlanDivision {
 public:
  PlanDivision(const PartitionNeeds& needs, RegionPlan& plan) : needs_(needs), plan_(plan) {}

  void divide() {
    cuts_.resize(plan_.regions.size());
    bool any = false;
    for (std::size_t r = 0; r < plan_.regions.size(); ++r) {
      const std::uint32_t parts = needs_.parts(plan_.regions[r].rows);
      if (parts <= 1) continue;
      any = true;
      cuts_[r] = needs_.cut(parts, columns_of(plan_.tree));
    }
    if (any) take(counted());
  }

 private:
  CountedRegions counted() const {
    RegionTree all = plan_.tree;
    for (std::size_t r = 0; r < cuts_.size(); ++r) {
      if (cuts_[r]) graft(all, places_of(plan_.tree)[r], cuts_[r]->tree);
    }
    number_regions(all);
    return needs_.count(all);
  }

  static RegionTree as_tree(const CutTree& cuts, const SampleCuts& sampled) {
    // A merged tree has nodes of the tree that it was made of.
    RegionTree tree;
    for (const CutNode& cut : cuts.nodes) {
      RegionNode node;
      if (!cut.region) {
        const auto from = std::find_if(sampled.cuts.nodes.begin(), sampled.cuts.nodes.end(),
                                       [&](const CutNode& each) {
                                         return !each.region && each.attribute == cut.attribute &&
                                                each.first_right == cut.first_right;
                                       });
        node = sampled.tree.nodes[static_cast<std::size_t>(from - sampled.cuts.nodes.begin())];
      }
      node.region = cut.region;
      node.left = cut.left;
      node.right = cut.right;
      tree.nodes.push_back(std::move(node));
    }
    return tree;
  }

  void take(const CountedRegions& counted) {
    RegionTree tree = plan_.tree;
    std::vector<PlannedRegion> regions;
    std::vector<std::vector<PartitionPath>> partitions;
    std::uint32_t first = 0;
    for (std::size_t r = 0; r < cuts_.size(); ++r) {
      const std::uint32_t parts = cuts_[r] ? cuts_[r]->cuts.regions() : 1;
      std::vector<std::uint32_t> into(parts);
      std::uint32_t merged_regions = 1;
      if (cuts_[r]) {
        const CutTree merged =
            merge_regions(cuts_[r]->cuts, [&](std::span<const std::uint32_t> together) {
              std::vector<std::uint32_t> those(together.begin(), together.end());
              for (std::uint32_t& part : those)
                part += first;
              return counted.rows(those) == 0 ||
                     (needs_.oblivious ? counted.has_k(those) : counted.meets(those));
            });
        merged_regions = merged.regions();
        plan_.merged += parts - merged_regions;
        into = microdata::merged_into(cuts_[r]->cuts, merged);
        graft(tree, places_of(plan_.tree)[r], as_tree(merged, *cuts_[r]));
      }
      const std::size_t before = regions.size();
      regions.resize(before + merged_regions);
      partitions.resize(before + merged_regions, plan_.partitions[r]);
      for (std::uint32_t part = 0; part < parts; ++part)
        regions[before + into[part]].rows += counted.rows()[first + part];
      first += parts;
    }
    number_regions(tree);
    plan_.tree = std::move(tree);
    plan_.regions = std::move(regions);
    plan_.partitions = std::move(partitions);
  }

  const PartitionNeeds& needs_;
  RegionPlan& plan_;
  std::vector<std::optional<SampleCuts>> cuts_;
};

// Fails if a merged region is not eligible, because merging by sensitive values would disclose
// something about them.
void require_eligible(const Source& source, const PartitionRegions& merged,
                      const CountedRegions& counted) {
  for (std::uint32_t region = 0; region < merged.partitions.size(); ++region) {
    const std::vector<std::uint32_t>& parts = merged.unmerged[region];
    if (counted.rows(parts) == 0 || counted.meets(parts)) continue;
    throw Error(
        ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
        "a partition of " + in_quotes(source.name) + " does not meet the requirements by itself")
        .detail("It has the rows where " + region_condition(merged.tree, region) +
                ". Oblivious cuts do not depend on sensitive values, so that partitions are not "
                "merged for their sake.")
        .hint("Use regions => 1 for a release that is one table, or a smaller l.");
  }
}

}  // namespace

Role role_of_column(const Source& source, const std::vector<AssignedRole>& roles,
                    const std::string& name) {
  for (std::size_t i = 0; i < source.columns.size(); ++i) {
    if (source.columns[i].name == name) return roles[i].role;
  }
  return Role::identifier;
}

bool may_be_cut(const Source& source, const std::vector<AssignedRole>& roles,
                const RegionRequest& request, const std::string& name) {
  return role_of_column(source, roles, name) == Role::quasi_identifier &&
         !is_among(request.not_cut, name) && is_compared_by_server(source.find(name)->type);
}

PartitionColumns partition_columns(const Source& source, const std::vector<AssignedRole>& roles,
                                   const RegionRequest& request) {
  const auto cut = [&](bool as_they_are) {
    return [&source, &roles, &request, as_they_are](const std::string& name) {
      return may_be_cut(source, roles, request, name) &&
             is_among(request.as_they_are, name) == as_they_are;
    };
  };
  return {cut(true), cut(false)};
}

bool is_published_as_it_is(const Source& source, const std::vector<AssignedRole>& roles,
                           const RegionRequest& request, const std::string& column) {
  return role_of_column(source, roles, column) != Role::identifier &&
         is_among(request.as_they_are, column);
}

bool can_go_by_partitions(const Source& source, const std::vector<AssignedRole>& roles,
                          const RegionRequest& request) {
  const std::optional<Partitioning> partitioning = partitioning_of(source.relation);
  return partitioning &&
         regions_of_partitions(*partitioning, partition_columns(source, roles, request));
}

bool plan_by_partitions(const Source& source, const PartitionNeeds& needs, RegionPlan& plan) {
  const std::optional<Partitioning> partitioning = partitioning_of(source.relation);
  if (!partitioning) return false;
  const std::optional<PartitionRegions> all = regions_of_partitions(*partitioning, needs.columns);
  if (!all) return false;
  const std::uint32_t regions = all->tree.regions();
  if (needs.most && regions > static_cast<std::uint32_t>(*needs.most)) return false;
  const CountedRegions counted = needs.count(all->tree);
  const RegionCounts counts{
      [&](std::span<const std::uint32_t> those) { return counted.rows(those); },
      [&](std::span<const std::uint32_t> those) {
        return needs.oblivious ? counted.has_k(those) : counted.meets(those);
      }};
  PartitionRegions merged = merge_partitions(*partitioning, needs.columns, counts);
  if (needs.oblivious) require_eligible(source, merged, counted);
  plan.merged = regions - merged.tree.regions();
  plan.regions.assign(merged.partitions.size(), PlannedRegion());
  for (std::size_t r = 0; r < plan.regions.size(); ++r)
    plan.regions[r].rows = counted.rows(merged.unmerged[r]);
  plan.tree = std::move(merged.tree);
  plan.partitions = std::move(merged.partitions);
  PlanDivision(needs, plan).divide();
  return true;
}

}  // namespace microdata::postgres
