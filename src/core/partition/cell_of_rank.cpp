#include "core/partition/cell_of_rank.hpp"

#include <algorithm>

namespace microdata {

CellOfRank find_rank(std::span<const Cell> cells, Cell low, Cell high, std::size_t rank,
                     RankScratch& scratch, const Progress& progress) {
  const std::size_t span = cell_index(high) - cell_index(low) + 1;
  if (span <= cells.size() + 256) {
    scratch.counts.assign(span, 0);
    progress.in_blocks(cells.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        ++scratch.counts[static_cast<std::size_t>(cells[i] - low)];
    });
    std::size_t below = 0;
    std::size_t c = 0;
    while (below + scratch.counts[c] <= rank)
      below += scratch.counts[c++];
    return {static_cast<Cell>(low + static_cast<int>(c)), below, below + scratch.counts[c]};
  }
  // There are fewer tuples than cells, at most 2^16, so no checkpoint is needed.
  scratch.ranked.assign(cells.begin(), cells.end());
  const auto nth = scratch.ranked.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(scratch.ranked.begin(), nth, scratch.ranked.end());
  CellOfRank found{*nth, 0, 0};
  for (const Cell cell : cells) {
    found.below += cell < found.cell ? 1 : 0;
    found.upto += cell <= found.cell ? 1 : 0;
  }
  return found;
}

}  // namespace microdata
