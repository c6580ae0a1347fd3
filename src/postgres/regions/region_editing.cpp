#include "postgres/regions/region_editing.hpp"

#include <algorithm>
#include <utility>

namespace microdata::postgres {

namespace {

RegionNode cut_below(const std::string& column, const std::string& value) {
  RegionNode cut;
  cut.column = column;
  cut.values = {value};
  return cut;
}

bool any_of(const std::vector<std::string>& values, const std::vector<std::string>& others) {
  return std::any_of(values.begin(), values.end(), [&](const std::string& value) {
    return std::find(others.begin(), others.end(), value) != others.end();
  });
}

}  // namespace

RegionEditing::RegionEditing(const RegionTree& tree, IsBelow is_below)
    : nodes_(tree.nodes), next_(tree.regions()), is_below_(std::move(is_below)) {}

std::vector<std::uint32_t> RegionEditing::regions_below(std::size_t node) const {
  if (nodes_[node].region) return {*nodes_[node].region};
  std::vector<std::uint32_t> regions = regions_below(nodes_[node].left);
  const std::vector<std::uint32_t> right = regions_below(nodes_[node].right);
  regions.insert(regions.end(), right.begin(), right.end());
  return regions;
}

// Returns the lowest node that has all of the regions below it.
std::size_t RegionEditing::root_of(const std::vector<std::uint32_t>& within) const {
  const auto has_all = [&](std::size_t node) {
    const std::vector<std::uint32_t> below = regions_below(node);
    return std::all_of(within.begin(), within.end(), [&](std::uint32_t region) {
      return std::find(below.begin(), below.end(), region) != below.end();
    });
  };
  std::size_t node = root_;
  while (!nodes_[node].region) {
    if (has_all(nodes_[node].left)) {
      node = nodes_[node].left;
    } else if (has_all(nodes_[node].right)) {
      node = nodes_[node].right;
    } else {
      break;
    }
  }
  return node;
}

std::optional<std::size_t> RegionEditing::cut_above(std::size_t node, std::uint32_t region) const {
  if (nodes_[node].region) return std::nullopt;
  for (const std::size_t child : {nodes_[node].left, nodes_[node].right}) {
    if (nodes_[child].region == region) return node;
    if (const auto found = cut_above(child, region)) return found;
  }
  return std::nullopt;
}

bool RegionEditing::remove(std::uint32_t region) {
  const std::optional<std::size_t> cut = cut_above(root_, region);
  if (!cut) return false;
  // The other side takes the cut's place.
  const bool is_left = nodes_[nodes_[*cut].left].region == region;
  const RegionNode other = nodes_[is_left ? nodes_[*cut].right : nodes_[*cut].left];
  nodes_[*cut] = other;
  return true;
}

std::vector<std::uint32_t> RegionEditing::neighbours(std::uint32_t region) const {
  const std::optional<std::size_t> cut = cut_above(root_, region);
  if (!cut) return {};
  const bool is_left = nodes_[nodes_[*cut].left].region == region;
  std::vector<std::uint32_t> found;
  std::vector<std::size_t> open{is_left ? nodes_[*cut].right : nodes_[*cut].left};
  while (!open.empty()) {
    const RegionNode& node = nodes_[open.back()];
    open.pop_back();
    if (node.region) {
      found.push_back(*node.region);
      continue;
    }
    const bool same_column = node.column == nodes_[*cut].column;
    // Ranges below all of the other side go left of its cuts. Lists are disjoint.
    const bool goes_left = same_column && is_left && !node.among;
    if (!same_column || goes_left) open.push_back(node.left);
    if (!same_column || !goes_left) open.push_back(node.right);
  }
  return found;
}

std::size_t RegionEditing::new_region(std::uint32_t& number) {
  number = next_++;
  RegionNode node;
  node.region = number;
  nodes_.push_back(std::move(node));
  return nodes_.size() - 1;
}

std::size_t RegionEditing::new_cut(RegionNode cut) {
  nodes_.push_back(std::move(cut));
  return nodes_.size() - 1;
}

void RegionEditing::put_above(std::size_t node, RegionNode cut, bool node_left, std::size_t other) {
  nodes_.push_back(nodes_[node]);
  const std::size_t moved = nodes_.size() - 1;
  cut.left = node_left ? moved : other;
  cut.right = node_left ? other : moved;
  nodes_[node] = std::move(cut);
}

std::optional<RegionEditing::Added> RegionEditing::add_range(
    const std::vector<std::uint32_t>& within, const Range& range) {
  const auto not_above = [&](const std::string& value, const std::string& other) {
    return !is_below_(range.column, other, value);
  };
  std::size_t node = root_of(within);
  while (!nodes_[node].region && nodes_[node].column == range.column && !nodes_[node].among) {
    const std::string& cut = nodes_[node].values.front();
    if (range.to && not_above(*range.to, cut)) {
      node = nodes_[node].left;
    } else if (range.from && not_above(cut, *range.from)) {
      node = nodes_[node].right;
    } else {
      return std::nullopt;
    }
  }
  Added added;
  added.neighbours = regions_below(node);
  const std::size_t region = new_region(added.region);
  if (range.has_default && range.from && range.to) {
    std::uint32_t behind = 0;
    RegionNode end = cut_below(range.column, *range.to);
    end.left = region;
    end.right = new_region(behind);
    added.behind = behind;
    put_above(node, cut_below(range.column, *range.from), true, new_cut(std::move(end)));
  } else if (range.from && (range.has_former || range.has_default)) {
    put_above(node, cut_below(range.column, *range.from), true, region);
  } else if (range.to) {
    put_above(node, cut_below(range.column, *range.to), false, region);
  } else {
    return std::nullopt;
  }
  return added;
}

std::optional<RegionEditing::Added> RegionEditing::add_list(
    const std::vector<std::uint32_t>& within, const std::string& column,
    const std::vector<std::string>& values) {
  if (values.empty()) return std::nullopt;
  std::size_t node = root_of(within);
  while (!nodes_[node].region && nodes_[node].column == column && nodes_[node].among) {
    if (any_of(values, nodes_[node].values)) return std::nullopt;
    node = nodes_[node].right;
  }
  Added added;
  added.neighbours = regions_below(node);
  const std::size_t region = new_region(added.region);
  RegionNode cut;
  cut.column = column;
  cut.among = true;
  cut.values = values;
  put_above(node, std::move(cut), false, region);
  return added;
}

std::size_t RegionEditing::copy(std::size_t from, Renumbered& to) const {
  const std::size_t index = to.tree.nodes.size();
  to.tree.nodes.push_back(nodes_[from]);
  if (nodes_[from].region) {
    to.tree.nodes[index].region = static_cast<std::uint32_t>(to.former.size());
    to.former.push_back(*nodes_[from].region);
    return index;
  }
  const std::size_t left = copy(nodes_[from].left, to);
  const std::size_t right = copy(nodes_[from].right, to);
  to.tree.nodes[index].left = left;
  to.tree.nodes[index].right = right;
  return index;
}

RegionEditing::Renumbered RegionEditing::renumbered() const {
  Renumbered result;
  copy(root_, result);
  return result;
}

}  // namespace microdata::postgres
