#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>

namespace microdata::postgres {

// Jobs of pg_cron that run series. They are recorded in pg_cron's table alone. The function
// requires a SpiSession.

// Ends all jobs that would run the series, such as a job of a former owner. True if there was one.
bool unschedule_job(std::int32_t series);

}  // namespace microdata::postgres
