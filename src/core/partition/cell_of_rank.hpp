#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/partition/mondrian_space.hpp"

namespace microdata {

// The cell in which the tuple of a rank lies, with the numbers of tuples below it and up to it.
struct CellOfRank {
  Cell cell;
  std::size_t below;
  std::size_t upto;
};

struct RankScratch {
  std::vector<Cell> ranked;
  std::vector<std::uint32_t> counts;
};

// Of cells between `low` and `high`, more than `rank` of them. Takes linear time.
CellOfRank find_rank(std::span<const Cell> cells, Cell low, Cell high, std::size_t rank,
                     RankScratch& scratch, const Progress& progress);

}  // namespace microdata
