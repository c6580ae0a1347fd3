#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/gnf/right_hand_sides.hpp"
#include "core/microdata/random.hpp"
#include "postgres/methods/gnf/decomposition.hpp"

namespace microdata::postgres {

// Decomposes the table by multi-SA publishing, into one part that enforces a rule for each
// sensitive attribute, and leaves in it the rows that are published. `sides` is what the rules
// protect, all of it held to l alone, or this fails; so it does where more rows must be left out
// than the fraction `suppress`. Leaves the check of the rules to the caller.
void decompose_multi_sensitive(const std::vector<RightHandSide>& sides, double suppress,
                               DecomposedTable& table, Random& random, const Progress& progress);

}  // namespace microdata::postgres
