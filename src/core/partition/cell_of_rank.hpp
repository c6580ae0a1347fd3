#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/partition/mondrian_space.hpp"

namespace microdata {

// Cell of the tuple with a given rank, with the numbers of tuples below the cell and up to the
// cell.
struct CellOfRank {
  Cell cell;
  std::size_t below;
  std::size_t upto;
};

struct RankScratch {
  std::vector<Cell> ranked;
  std::vector<std::uint32_t> counts;
};

// Returns the cell of the tuple with `rank`, 0-based. All cells are between `low` and `high`, and
// there are more than `rank` cells. Takes linear time.
CellOfRank find_rank(std::span<const Cell> cells, Cell low, Cell high, std::size_t rank,
                     RankScratch& scratch, const Progress& progress);

}  // namespace microdata
