#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/base/random.hpp"
#include "postgres/methods/gnf/decomposition.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/release_table.hpp"

namespace microdata::postgres {

// Makes, fills and records the release; returns its tables in the order of the parts. `target` is
// numbered.
std::vector<Oid> publish_decomposed(const Target& target, const Source& source,
                                    const DecomposedTable& decomposed,
                                    const DecompositionRequest& request, Random& random,
                                    const Progress& progress);

// Returns the share that a learning attacker guesses from one of the parts. The table is unchanged
// afterwards.
LearnedShare learned_of_parts(DecomposedTable& decomposed, const Progress& progress);

// Reports NOTICEs about the result that the caller must know.
void report_decomposition(const DecomposedTable& decomposed, const LearnedShare& learned);

}  // namespace microdata::postgres
