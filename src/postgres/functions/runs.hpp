#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>

namespace microdata::postgres {

// Jobs of pg_cron that run series. They stand in pg_cron's table alone. Requires a SpiSession.

// Ends all jobs that would run the series, such as one of a former owner. True if there was one.
bool unschedule_job(std::int32_t series);

}  // namespace microdata::postgres
