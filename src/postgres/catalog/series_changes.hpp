#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>

#include "postgres/catalog/series_catalog.hpp"

// What was changed of the gates of series and of whether editions wait for approval, on record for
// their owners (microdata.series_changes).

namespace microdata::postgres {

// Records what differs, under the role that logged in. Requires a SpiSession.
void record_changes(const Series& before, const Series& after);

// Forgets the changes of a series that is dropped.
void forget_changes(std::int32_t series);

}  // namespace microdata::postgres
