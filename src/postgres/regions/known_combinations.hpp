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

// What stands beside a sensitive attribute, by the sample's codes, as cuts are to respect it: with
// the combinations that the table has, as far as the sample may lack some, and there are not too
// many. A value that the sample lacks has the code of its neighbour below: it comes to the same
// side of each cut.
KnownBeside known_beside(const std::vector<std::string>& columns, const Source& source,
                         const Table& sample, bool is_whole, const KeptSnapshot& snapshot,
                         const Progress& progress);

}  // namespace microdata::postgres
