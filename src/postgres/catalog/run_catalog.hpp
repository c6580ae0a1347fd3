#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>

#include "postgres/catalog/series_catalog.hpp"

namespace microdata::postgres {

// Records of the runs of series, in the extension's tables. The functions require a SpiSession.

// The lock of the run that this session has begun. It ends with the session, with an error that
// leaves run_series(), or with close_run().
class RunLock {
 public:
  // Fails if another session holds the lock of the series.
  static void take(const Series& series);
  // Does nothing if the lock is not held.
  static void free() noexcept;
};

// Records the start of a run and returns its number. Marks recorded running runs of the series as
// lost, because their lock was free.
std::int64_t record_begin(const Series& series);

struct RunOutcome {
  std::optional<std::int32_t> edition;
  // The error of the run; empty if the run has succeeded.
  std::optional<std::string> sqlerrcode;
  std::optional<std::string> message;
  std::optional<std::string> detail;
  std::optional<std::string> hint;
};

struct EndedRun {
  std::string series;
  std::string state;
};

// Fails if this session has not begun the run, has ended it, or does not hold the lock on runs of
// its series.
void require_own_run(std::int64_t run);

// Fails if the edition is not the newest one of the run's series.
void require_newest_edition(std::int64_t run, std::int32_t edition);

// Records the outcome of a run that this session has begun and that has no outcome yet; fails
// otherwise. Forgets older runs of the series beyond the number to keep.
EndedRun record_end(std::int64_t run, const RunOutcome& outcome, const std::string& notices,
                    const std::string& phases);

// Returns the outcome of a run; empty if the run or its series is gone. Fails if this session has
// not begun the run in the name of the current role.
std::optional<RunOutcome> recorded_outcome(std::int64_t run);

void forget_runs(std::int32_t series);

}  // namespace microdata::postgres
