#pragma once

#include "postgres/server/api.hpp"

#include <functional>
#include <optional>
#include <string>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/memory_need.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/inspection/worker_regions.hpp"

namespace microdata::postgres {

// How what is asked of a release once is asked of each of its regions, if they are looked at one by
// one: what is found in them adds up.
struct DividedReading {
  // What regions know of the whole, here and on workers.
  LoopOptions options = {};
  // What workers read (WorkerReading).
  RowsOfSource source = RowsOfSource::read;
  std::optional<Oid> outsiders = {};
  // The phase while workers are waited for; the question, and what it says beside, of
  // microdata.audit_region().
  const char* phase = nullptr;
  const char* question = nullptr;
  std::function<std::string()> request = [] { return std::string(); };
  double bytes_of_answer = 0;
};

// Asks all regions on workers, and hands over what each answers. For releases of which
// is_audited_on_workers().
void ask_on_workers(const Release& release, const DividedReading& reading,
                    const std::function<void(std::string answer)>& add, const Progress& progress);

// Asks workers where it can; otherwise `read` is called, within a RegionRows of each region that is
// entered, or once for all rows where they are within the memory limit. Fails where they are not,
// and there are no regions.
void read_divided(const Release& release, const MemoryNeed& need, const DividedReading& reading,
                  const std::function<void()>& read,
                  const std::function<void(std::string answer)>& add, const Progress& progress);

}  // namespace microdata::postgres
