#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>

#include "postgres/distributed/scratch.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/learned_share.hpp"

// Quick attacks where regions are: a server attacks what it makes of a region while it has the
// region in memory, and keeps what it found for the session. The coordinator asks for it by the
// rows of the region in the scratch table, which this transaction has written: so Citus asks over
// the connection that wrote them, by which the region was made, too.

namespace microdata::postgres {

// True of regions that are attacked: the first ones, which have enough persons.
bool is_attacked(const RegionPlan& plan, std::uint32_t region);

// Keeps what was found in a region until this session makes a region of another call. `number_key`
// is the call's.
void keep_learned(const std::string& number_key, std::uint32_t region,
                  const LearnedFigures& figures);

// The findings of all regions that were attacked, before the scratch table is dropped. `bound` as
// in LearnedShare.
LearnedShare learned_of_regions(const Scratch& scratch, const RegionPlan& plan,
                                const std::string& number_key, double bound);

}  // namespace microdata::postgres
