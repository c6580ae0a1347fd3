#pragma once

#include "postgres/server/api.hpp"

#include <chrono>
#include <cstdint>
#include <tuple>

namespace microdata::postgres {

// pg_microdata.republish: what becomes of a publishing call where there is another release of the
// source.
enum class Republish { allow, warn, error };
Republish republish_setting();

void register_settings();

// pg_microdata.max_threads
unsigned max_threads();

// pg_microdata.memory_limit, in bytes: of a call, about.
std::int64_t memory_limit_bytes();

// pg_microdata.inspect_on_workers: distributed releases are looked at where their rows are.
bool inspect_on_workers();

// pg_microdata.allow_drop: the extension may be dropped while there are releases or series.
bool allows_drop();

// pg_microdata.quick_attack: publishing calls attack what they have made.
bool attacks_quickly();

// pg_microdata.keep_runs: of each series; 0: all.
int keep_runs();

// pg_microdata.unclassified: what becomes of a publishing call where the role of a column is
// neither given nor declared. It fails with `suspicious` where such a column looks like an
// identifier or discloses sensitive values, with `error` where there is one at all.
enum class Unclassified { warn, suspicious, error };
Unclassified unclassified_setting();

// pg_microdata.swap_lock_timeout: how long one try to lock a series' views takes, while which new
// readers wait; pg_microdata.swap_timeout: how long there are tries.
std::chrono::milliseconds swap_lock_timeout();
std::chrono::milliseconds swap_timeout();

// Settings changed for a while, put back when the scope is left. PostgreSQL puts them back itself
// when a transaction aborts.
class SettingsScope {
 public:
  // What becomes of settings that others change within the scope.
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

// Names and arrays in statements mean what PostgreSQL means by them, whatever the caller's
// search_path and array_nulls.
class SafeSearchPath : public SettingsScope {
 public:
  SafeSearchPath();
};

// The same for functions that are not trusted to run under: whatever they set is undone.
class UntrustedSettings : public SettingsScope {
 public:
  UntrustedSettings();
};

// A relation that does not change is read in the same order each time.
class SteadyOrder : public SettingsScope {
 public:
  SteadyOrder();
};

// Names of types have quotes only where they need them.
class PlainNames : public SettingsScope {
 public:
  PlainNames();
};

// Values become text in one way, whatever the session's DateStyle and its like, and such a text is
// read as the value that it came from.
class PlainText : public SettingsScope {
 public:
  PlainText();
};

// What the texts of a session's literals mean, for another session to read them alike.
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

// Rows that are named by their places are fetched one by one, however many there are: the planner
// would rather read the whole table, of which it may know nothing yet.
class RowsByPlace : public SettingsScope {
 public:
  RowsByPlace();
};

// A lock that is not to be had within that time is an error (55P03).
class LockTimeout : public SettingsScope {
 public:
  explicit LockTimeout(std::chrono::milliseconds timeout);
};

// Sorts have so much memory: the setting work_mem, where that is less.
class SortMemory : public SettingsScope {
 public:
  explicit SortMemory(int kilobytes);
};

}  // namespace microdata::postgres
