#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/microdata.hpp"
#include "core/partition/even_blocks.hpp"
#include "core/partition/mondrian_space.hpp"
#include "core/partition/strand_rule.hpp"

namespace microdata {

// A region that is not split further, with its rows strand by strand.
struct StrandRegion {
  std::size_t begin = 0;
  std::size_t strands = 1;
  std::vector<Row> rows;
};

// Splits the blocks as described in oblivious_cuts.hpp. `rows` are laid out in the order of the
// blocks.
std::vector<StrandRegion> cut_into_regions(const std::vector<Axis>& axes, LaidOutRows rows,
                                           std::span<const EvenBlock> blocks,
                                           const StrandRule& rule, Threads threads,
                                           const Progress& progress);

}  // namespace microdata
