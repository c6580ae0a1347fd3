#pragma once

#include <cstddef>
#include <span>

#include "core/microdata/microdata.hpp"

namespace microdata {

// Returns how many further draws of a table's rows tell what another call might leave out: many of
// a small table, one of a large one, as an error waits for them, and they are held in memory.
std::size_t number_of_other_draws(std::size_t rows);

// Returns a number of rows or persons that another draw hardly exceeds, by those that some draws,
// at least one, leave out: the number itself if all agree; otherwise the largest, and beyond it
// their range or the largest's square root, three times if draws are few.
Row beyond_draws(std::span<const Row> draws);

// Returns an l that another draw meets almost always, by the largest ones that some draws, at least
// one, meet: the smallest, less their range.
double below_draws(std::span<const double> draws);

}  // namespace microdata
