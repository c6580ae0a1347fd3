#pragma once

#include <cstddef>
#include <span>

#include "core/microdata/microdata.hpp"

namespace microdata {

// Returns the number of further draws of a table's rows that estimate what another call might
// suppress. It is large for a small table, and one for a large table. The error waits for the
// draws, and they are held in memory.
std::size_t number_of_other_draws(std::size_t rows);

// Returns a number of rows or persons that another draw hardly exceeds, given the numbers that at
// least one draw suppresses. If all draws agree, it is that number. Otherwise it is the largest,
// plus the larger of the draws' range and the largest's square root. The root counts three times if
// draws are few.
Row beyond_draws(std::span<const Row> draws);

// Returns an l that another draw meets almost always, given the largest l that each draw meets, at
// least one. It is the smallest of these, less their range.
double below_draws(std::span<const double> draws);

}  // namespace microdata
