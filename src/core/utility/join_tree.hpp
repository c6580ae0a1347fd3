#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Result of Graham's and Yu and Ozsoyoglu's reduction of a hypergraph with sets of attributes as
// edges. The reduction removes ears: edges that share with all other remaining edges only
// attributes of one of these edges.
struct JoinTree {
  struct Ear {
    std::size_t edge = 0;
    std::size_t parent = 0;
    // Attributes that the edge shares with its parent.
    AttributeSet separator;
  };
  // Ears in the order of their removal; if there is a choice, the later edge comes first.
  std::vector<Ear> ears;
  // Remaining edges, ascending. An acyclic hypergraph keeps its first edge alone, a cyclic one at
  // least three edges, and one without edges none.
  std::vector<std::size_t> core;

  bool acyclic() const { return core.size() <= 1; }
};

// Returns the join tree of edges. Each edge ascends without repetition.
JoinTree join_tree(std::span<const AttributeSet> edges, const Progress& progress = {});

}  // namespace microdata
