#include "core/regions/cut_tree.hpp"

#include <algorithm>
#include <numeric>

namespace microdata {

namespace {

// Builder of the merged tree, from the leaves up, with the children of a node before the node.
class Merging {
 public:
  Merging(const CutTree& tree, const std::function<bool(std::span<const std::uint32_t>)>& eligible)
      : tree_(tree), eligible_(eligible) {}

  CutTree run() {
    const Part whole = merge(0);
    CutTree result;
    copy(whole.node, result);
    return result;
  }

 private:
  // Result of merging a node of the tree: a node of merged_, and the first and last region of the
  // tree under it.
  struct Part {
    std::size_t node = 0;
    bool eligible = false;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };

  Part merge(std::size_t node) {
    const CutNode& n = tree_.nodes[node];
    if (n.region) return as_region(*n.region, *n.region);
    const Part left = merge(n.left);
    const Part right = merge(n.right);
    if (!left.eligible || !right.eligible) return as_region(left.first, right.last);
    CutNode cut = n;
    cut.left = left.node;
    cut.right = right.node;
    merged_.push_back(cut);
    return {merged_.size() - 1, true, left.first, right.last};
  }

  Part as_region(std::uint32_t first, std::uint32_t last) {
    std::vector<std::uint32_t> regions(last - first + 1);
    std::iota(regions.begin(), regions.end(), first);
    CutNode region;
    region.region = first;
    merged_.push_back(region);
    return {merged_.size() - 1, eligible_(regions), first, last};
  }

  // Copies the node and all nodes under it, with new numbers of regions.
  std::size_t copy(std::size_t from, CutTree& to) {
    const std::size_t node = to.nodes.size();
    to.nodes.push_back(merged_[from]);
    if (merged_[from].region) {
      to.nodes[node].region = regions_++;
      return node;
    }
    const std::size_t left = copy(merged_[from].left, to);
    const std::size_t right = copy(merged_[from].right, to);
    to.nodes[node].left = left;
    to.nodes[node].right = right;
    return node;
  }

  const CutTree& tree_;
  const std::function<bool(std::span<const std::uint32_t>)>& eligible_;
  std::vector<CutNode> merged_;
  std::uint32_t regions_ = 0;
};

void find_merged(const CutTree& tree, std::size_t node, const CutTree& merged,
                 std::size_t merged_node, std::vector<std::uint32_t>& into) {
  const CutNode& from = tree.nodes[node];
  const CutNode& to = merged.nodes[merged_node];
  if (from.region) {
    into[*from.region] = *to.region;
    return;
  }
  find_merged(tree, from.left, merged, to.region ? merged_node : to.left, into);
  find_merged(tree, from.right, merged, to.region ? merged_node : to.right, into);
}

}  // namespace

std::uint32_t CutTree::regions() const {
  return static_cast<std::uint32_t>(std::count_if(
      nodes.begin(), nodes.end(), [](const CutNode& n) { return n.region.has_value(); }));
}

std::vector<std::uint32_t> regions_of(const CutTree& tree, const Microdata& data,
                                      const Progress& progress) {
  std::vector<std::uint32_t> regions(data.rows);
  progress.in_blocks(data.rows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const CutNode* node = tree.nodes.data();
      while (!node->region) {
        const bool left = data.columns[node->attribute][row] < node->first_right;
        node = &tree.nodes[left ? node->left : node->right];
      }
      regions[row] = *node->region;
    }
  });
  return regions;
}

CutTree merge_regions(const CutTree& tree,
                      const std::function<bool(std::span<const std::uint32_t>)>& eligible) {
  return Merging(tree, eligible).run();
}

std::vector<std::uint32_t> merged_into(const CutTree& tree, const CutTree& merged) {
  std::vector<std::uint32_t> into(tree.regions());
  find_merged(tree, 0, merged, 0, into);
  return into;
}

}  // namespace microdata
