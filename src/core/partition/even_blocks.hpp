#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/uniform_draw.hpp"
#include "core/partition/group_judge.hpp"

namespace microdata {

// Rows that can be halved so often, each time into two parts of equally many rows.
struct EvenBlock {
  std::size_t begin = 0;
  std::size_t end = 0;
  unsigned halvings = 0;
};

struct EvenBlocks {
  // Block by block; within a block in the order that they were given in.
  std::vector<Row> rows;
  std::vector<EvenBlock> blocks;
};

// Appends `rows` in blocks that each hold by themselves. What no even block takes of the rows,
// fewer than one in `least`, is divided in the same way. Which values a block gets follows from
// their counts, in proportion; which of the rows with a value, from the draw alone. Hence no row is
// distinguished by anything but its sensitive values: `kinds` numbers these. Where as much speaks
// for one kind as for another, what is left are the lower ones.
//   `least`: halved as often as a block allows, its parts have at least so many rows.
// Requires that `rows` hold.
void divide_evenly(std::span<const Row> rows, const Combinations& kinds, std::size_t least,
                   GroupJudge& judge, const UniformDraw& draw, EvenBlocks& result,
                   const Progress& progress);

}  // namespace microdata
