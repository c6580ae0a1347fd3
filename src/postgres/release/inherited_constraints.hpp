#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "postgres/source/partitioning.hpp"

namespace microdata::postgres {

// A partition that was filled row by row has what its parents have: indexes without entries, and
// constraints that nothing was compared with. Fills the indexes and compares the rows, in the name
// of the partition's owner; of those below it, where it is divided. Returns why that cannot be, as
// a sentence; nothing where all holds. Requires a SpiSession.
std::optional<std::string> catch_up_with_parents(const Partition& partition);

}  // namespace microdata::postgres
