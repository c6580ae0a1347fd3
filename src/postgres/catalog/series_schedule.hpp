#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/series_catalog.hpp"

namespace microdata::postgres {

// Jobs of pg_cron that run series. They stand in pg_cron's table alone. Requires a SpiSession.

struct ScheduledJob {
  std::int64_t id = 0;
  std::string schedule;
  bool active = true;
};

// Returns the job that runs the series as the owner of its source; nothing where there is none, or
// no pg_cron in this database.
std::optional<ScheduledJob> scheduled_job(std::int32_t series);

// Fails where there is no pg_cron in this database.
void require_scheduler(const Series& series);

// Makes the series' job, or makes it anew.
std::int64_t schedule_job(const Series& series, const std::string& schedule);

// Ends all jobs that would run the series, such as one of a former owner. True if there was one.
bool unschedule_job(std::int32_t series);

}  // namespace microdata::postgres
