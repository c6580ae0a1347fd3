#pragma once

#include "core/base/random.hpp"
#include "experiment_tables.hpp"

namespace microdata::experiment {

// Returns a table with as many rows and musks (15.4%) as the larger version of Musk; the paper's
// table joins both versions, 7,074 rows. The 160 features in 16 blocks of ten come from standard
// normal variables: g of a row, h of a row and a block, e of a cell.
//   a block's factor   f = sqrt(0.5) g + sqrt(0.5) h
//   a feature          400 Phi(sqrt(0.5) f + sqrt(0.5) e), rounded; Phi: the normal distribution
// Features are therefore uniform, correlated within blocks and less so between blocks. Musks are
// the rows with the greatest g. The features are in random order, so that the first n are n random
// ones.
Table musk_like(Random& random);

}  // namespace microdata::experiment
