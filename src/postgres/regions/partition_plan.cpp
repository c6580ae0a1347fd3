#include "postgres/regions/partition_plan.hpp"

#include <algorithm>
#include <utility>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/values/attribute_type.hpp"

namespace microdata::postgres {

namespace {

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
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

namespace {

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
class Division {
 public:
  Division(const PartitionNeeds& needs, RegionPlan& plan) : needs_(needs), plan_(plan) {}

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
  Division(needs, plan).divide();
  return true;
}

}  // namespace microdata::postgres
