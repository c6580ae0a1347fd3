#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/series_catalog.hpp"

namespace microdata::postgres {

// What the extension's tables know of runs of series. Requires a SpiSession.

// The run that this session has begun. It holds a lock, which ends with the session, with an error
// that leaves run_series(), or with close_run().
class RunLock {
 public:
  // Fails where another session has the series' run.
  static void take(const Series& series);
  // Nothing where it is not held.
  static void free() noexcept;
};

// Returns the run's number. What is on record as running of the series is lost: its lock was free.
std::int64_t record_begin(const Series& series);

struct RunOutcome {
  std::optional<std::int32_t> edition;
  // None: it has succeeded.
  std::optional<std::string> sqlerrcode;
  std::optional<std::string> message;
  std::optional<std::string> detail;
  std::optional<std::string> hint;
};

struct EndedRun {
  std::string series;
  std::string state;
};

// Fails where this session has not begun the run, or has ended it, or has no lock on its series'
// runs.
void require_own_run(std::int64_t run);

// Fails where the edition is not the newest one of the run's series.
void require_newest_edition(std::int64_t run, std::int32_t edition);

// Of a run that this session has begun, and that has no outcome yet; fails otherwise. Older runs of
// the series beyond those to be kept are forgotten.
EndedRun record_end(std::int64_t run, const RunOutcome& outcome, const std::string& notices,
                    const std::string& phases);

// Fails where this session has not begun the run in the name of the role that asks. Nothing where
// the run, or its series, is gone.
std::optional<RunOutcome> recorded_outcome(std::int64_t run);

void forget_runs(std::int32_t series);

}  // namespace microdata::postgres
