#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/regions/region_cuts.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// More are not looked at: cuts then part rows of some, and regions are merged.
constexpr std::size_t most_combinations = 100000;

// What stands beside a sensitive attribute, by the sample's codes, as cuts are to respect it, with
// the combinations of values that the table has: those of combinations_beside(), of the same
// columns. A value that the sample lacks has the code of its neighbour below: it comes to the same
// side of each cut.
KnownBeside known_beside(const std::vector<std::string>& columns,
                         const std::vector<ResultRow>& combinations, const Table& sample,
                         const Progress& progress);

}  // namespace microdata::postgres
