#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/uniform_draw.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/partition/group_judge.hpp"

namespace microdata {

// Rows that can be halved `halvings` times, each time into two parts of equally many rows.
struct EvenBlock {
  std::size_t begin = 0;
  std::size_t end = 0;
  unsigned halvings = 0;
};

struct EvenBlocks {
  // Rows by block; within a block in the given order.
  std::vector<Row> rows;
  std::vector<EvenBlock> blocks;
};

// Appends `rows` in blocks that each meet the judge's requirement. The rows that do not fit into an
// even block, fewer than one in `least`, are divided in the same way.
//
// The counts of values determine the values of a block, in proportion. The draw alone determines
// which rows with a value the block gets. Hence only sensitive values, numbered by `kinds`,
// distinguish rows. If several kinds are equally suitable, the rest takes the lower ones.
//
// `least` is the lower bound on the number of rows of the smallest parts of a block. Requires that
// `rows` meet the judge's requirement.
void divide_evenly(std::span<const Row> rows, const Combinations& kinds, std::size_t least,
                   GroupJudge& judge, const UniformDraw& draw, EvenBlocks& result,
                   const Progress& progress);

}  // namespace microdata
