#include "core/utility/join_tree.hpp"

#include <algorithm>
#include <optional>

#include "core/microdata/attribute_set.hpp"

namespace microdata {

namespace {

std::optional<JoinTree::Ear> as_ear(std::span<const AttributeSet> edges,
                                    const std::vector<std::size_t>& left, std::size_t edge,
                                    const Progress& progress) {
  AttributeSet shared;
  for (const std::size_t other : left) {
    progress.checkpoint();
    if (other != edge) shared = united(shared, intersection(edges[edge], edges[other]));
  }
  for (const std::size_t other : left) {
    if (other != edge && is_subset(shared, edges[other])) return JoinTree::Ear{edge, other, shared};
  }
  return std::nullopt;
}

}  // namespace

JoinTree join_tree(std::span<const AttributeSet> edges, const Progress& progress) {
  JoinTree tree;
  for (std::size_t edge = 0; edge < edges.size(); ++edge)
    tree.core.push_back(edge);
  bool reduced = true;
  while (reduced) {
    reduced = false;
    for (std::size_t i = tree.core.size(); i-- > 0;) {
      std::optional<JoinTree::Ear> ear = as_ear(edges, tree.core, tree.core[i], progress);
      if (!ear) continue;
      tree.ears.push_back(std::move(*ear));
      tree.core.erase(tree.core.begin() + static_cast<std::ptrdiff_t>(i));
      reduced = true;
    }
  }
  return tree;
}

}  // namespace microdata
