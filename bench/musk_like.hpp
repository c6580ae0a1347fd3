#pragma once

#include "core/microdata/random.hpp"
#include "experiment_tables.hpp"

namespace microdata::experiment {

// As many rows as the larger version of Musk has, and as many musks among them, 15.4%; the paper's
// table is both versions, 7,074 rows. 160 features in 16 blocks of ten, from standard normal
// variables: g of a row, h of a row and a block, e of a cell.
//   a block's factor   f = sqrt(0.5) g + sqrt(0.5) h
//   a feature          400 Phi(sqrt(0.5) f + sqrt(0.5) e), rounded; Phi: the normal distribution
// so that features are uniform, correlated within blocks and less so between them. Musks are the
// rows with the greatest g. Features come in random order: the first so many are so many random
// ones.
Table musk_like(Random& random);

}  // namespace microdata::experiment
