#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// What Graham's and Yu and Ozsoyoglu's reduction makes of a hypergraph, the edges of which are sets
// of attributes: ears are taken off, an edge being one where all that it shares with the others
// that are left lies within one of them.
struct JoinTree {
  struct Ear {
    std::size_t edge = 0;
    std::size_t parent = 0;
    // What the edge shares with its parent.
    AttributeSet separator;
  };
  // In the order in which they were taken off, later edges first where there is a choice.
  std::vector<Ear> ears;
  // The edges that are left, ascending: of an acyclic hypergraph one, the first; of a cyclic one at
  // least three. None where there were none.
  std::vector<std::size_t> core;

  bool acyclic() const { return core.size() <= 1; }
};

// Sets ascend without repetition.
JoinTree join_tree(std::span<const AttributeSet> edges, const Progress& progress = {});

}  // namespace microdata
