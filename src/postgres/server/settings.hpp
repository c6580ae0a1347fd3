#pragma once

#include "postgres/server/api.hpp"

#include <chrono>
#include <cstdint>
#include <tuple>

namespace microdata::postgres {

// The setting pg_microdata.republish: the outcome of a publishing call if there is another release
// of the source.
enum class Republish { allow, warn, error };
Republish republish_setting();

void register_settings();

// Returns pg_microdata.max_threads.
unsigned max_threads();

// Returns pg_microdata.memory_limit in bytes, the approximate limit of a call.
std::int64_t memory_limit_bytes();

// Returns pg_microdata.inspect_on_workers: true if distributed releases are read on the servers of
// their rows.
bool inspect_on_workers();

// Returns pg_microdata.allow_drop: true if the extension may be dropped while there are releases or
// series.
bool allows_drop();

// Returns pg_microdata.quick_attack: true if publishing calls attack their releases.
bool attacks_quickly();

// Returns pg_microdata.keep_runs: the number of runs to keep of each series; 0 for all.
int keep_runs();

// The setting pg_microdata.unclassified: the outcome of a publishing call if the role of a column
// is neither given nor declared. `suspicious` makes it fail if such a column looks like an
// identifier or discloses sensitive values, `error` if there is any such column.
enum class Unclassified { warn, suspicious, error };
Unclassified unclassified_setting();

// Returns pg_microdata.swap_lock_timeout, the time for one try to lock a series' views, during
// which new readers wait; and pg_microdata.swap_timeout, the time for all tries.
std::chrono::milliseconds swap_lock_timeout();
std::chrono::milliseconds swap_timeout();

// Settings changed within a scope and restored at its end. PostgreSQL restores them itself when a
// transaction aborts.
class SettingsScope {
 public:
  // The treatment of settings that other code changes within the scope.
  enum class Others { kept, undone };

  explicit SettingsScope(Others others = Others::kept);
  SettingsScope(const SettingsScope&) = delete;
  SettingsScope& operator=(const SettingsScope&) = delete;
  ~SettingsScope();

 protected:
  void set(const char* name, const char* value);

 private:
  int level_;
  Others others_;
};

// A scope in which names and arrays in statements have PostgreSQL's meaning, whatever the caller's
// search_path and array_nulls.
class SafeSearchPath : public SettingsScope {
 public:
  SafeSearchPath();
};

// A safe search path for untrusted functions, whose changes of settings are undone.
class UntrustedSettings : public SettingsScope {
 public:
  UntrustedSettings();
};

// A scope in which an unchanged relation is read in the same order each time.
class SteadyOrder : public SettingsScope {
 public:
  SteadyOrder();
};

// A scope in which names of types have quotes only if they need them.
class PlainNames : public SettingsScope {
 public:
  PlainNames();
};

// A scope in which values become text in one way, whatever the session's DateStyle and its like.
// Such a text is read as the value that it came from.
class PlainText : public SettingsScope {
 public:
  PlainText();
};

// Settings that decide the meaning of a session's literals, for another session to read them alike.
struct ReadingSettings {
  std::string date_style;
  std::string interval_style;
  std::string time_zone;

  static ReadingSettings current();
};
template <typename Settings>
auto members(Settings& settings, const ReadingSettings* /*type*/) {
  return std::tie(settings.date_style, settings.interval_style, settings.time_zone);
}

class TextAsThere : public SettingsScope {
 public:
  explicit TextAsThere(const ReadingSettings& settings);
};

// A scope in which rows named by their places are fetched one by one, however many there are. The
// planner would rather read the whole table, about which it might know nothing yet.
class RowsByPlace : public SettingsScope {
 public:
  RowsByPlace();
};

// A scope in which waiting longer than the timeout for a lock is an error (55P03).
class LockTimeout : public SettingsScope {
 public:
  explicit LockTimeout(std::chrono::milliseconds timeout);
};

// A scope in which sorts have at least this memory: the setting work_mem is raised if it is less.
class SortMemory : public SettingsScope {
 public:
  explicit SortMemory(int kilobytes);
};

}  // namespace microdata::postgres
