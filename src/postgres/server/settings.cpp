#include "postgres/server/settings.hpp"

#include <algorithm>
#include <climits>
#include <malloc.h>
#include <string>
#include <sys/resource.h>

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

// Makes all threads of this process allocate from one arena, if its address space is limited. The
// session's thread must call this before it begins others. Otherwise glibc gives each thread an
// arena of its own, which reserves 64 MB of addresses. If the limit leaves no room for it, the
// thread maps and unmaps memory for every single allocation, and slices in minutes instead of
// seconds.
void share_arena_within_limit() {
#ifdef M_ARENA_MAX
  static bool shared = false;
  rlimit addresses{};
  if (shared || getrlimit(RLIMIT_AS, &addresses) != 0 || addresses.rlim_cur == RLIM_INFINITY)
    return;
  // Before the first thread begins: NOLINTNEXTLINE(concurrency-mt-unsafe)
  shared = mallopt(M_ARENA_MAX, 1) == 1;
#endif
}

int max_threads_setting = 2;
int memory_limit_setting = 1024 * 1024;
bool inspect_on_workers_setting = true;
bool allow_drop_setting = false;
bool quick_attack_setting = true;
int swap_lock_timeout_setting = 100;
int swap_timeout_setting = 60000;
int keep_runs_setting = 1000;

int unclassified_columns = static_cast<int>(Unclassified::suspicious);
int republication = static_cast<int>(Republish::warn);

const config_enum_entry unclassified_values[] = {
    {"warn", static_cast<int>(Unclassified::warn), false},
    {"suspicious", static_cast<int>(Unclassified::suspicious), false},
    {"error", static_cast<int>(Unclassified::error), false},
    {nullptr, 0, false}};

const config_enum_entry republish_values[] = {{"allow", static_cast<int>(Republish::allow), false},
                                              {"warn", static_cast<int>(Republish::warn), false},
                                              {"error", static_cast<int>(Republish::error), false},
                                              {nullptr, 0, false}};

constexpr const char* safe_search_path = "pg_catalog, pg_temp";

// True if the server has taken a value, from any source, of the setting that is being defined; the
// server first checks which role may set it.
bool accepted = false;

bool accept(int* /*value*/, void** /*extra*/, GucSource source) {
  if (source > PGC_S_DYNAMIC_DEFAULT) accepted = true;
  return true;
}

// Defines a setting by which a DBA can restrict all publishers, and which a session must not waive.
// `define` defines the setting, checked by accept(). Before the library is loaded, the server keeps
// a value for it from any role. A value from the client's connection replaces the value for the
// database or the role. If the server then refuses the former, the DBA's value is lost: the
// strictest value is the safe one.
template <typename Define>
void define_demand(const char* name, const char* strictest, const Define& define) {
  const bool asked = GetConfigOption(name, true, false) != nullptr;
  accepted = false;
  define();
  if (asked && !accepted) SetConfigOption(name, strictest, PGC_SUSET, PGC_S_OVERRIDE);
}

void register_demand(const char* name, const char* what, const char* detail, int* value,
                     int by_default, const config_enum_entry* values) {
  define_demand(name, "error", [&] {
    DefineCustomEnumVariable(name, what, detail, value, by_default, values, PGC_SUSET, 0, accept,
                             nullptr, nullptr);
  });
}

// The smallest limit, in kB; less would not suffice for the smallest tables.
constexpr int least_memory_limit = 1024;

void register_memory_limit() {
  define_demand("pg_microdata.memory_limit", "64MB", [] {
    DefineCustomIntVariable("pg_microdata.memory_limit",
                            "Sets the approximate memory limit of a call of pg_microdata.",
                            "A table that needs more is published region by region. A call that "
                            "cannot be divided fails.",
                            &memory_limit_setting, 1024 * 1024, least_memory_limit, MAX_KILOBYTES,
                            PGC_SUSET, GUC_UNIT_KB, accept, nullptr, nullptr);
  });
}

// Fails in parallel mode if a setting has a value from before the library was loaded, because the
// server takes none over then. An error halfway would leave the session with settings that cannot
// be defined again.
void require_room_for_values() {
  if (!IsInParallelMode()) return;
  for (const char* name :
       {"max_threads", "memory_limit", "inspect_on_workers", "keep_runs", "unclassified",
        "republish", "swap_lock_timeout", "swap_timeout", "allow_drop", "quick_attack"}) {
    if (GetConfigOption(psprintf("pg_microdata.%s", name), true, false) == nullptr) continue;
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_TRANSACTION_STATE),
             errmsg("pg_microdata cannot be loaded during a parallel operation"),
             errdetail("The setting \"pg_microdata.%s\" has a value.", name),
             errhint("LOAD 'pg_microdata' before, or add it to session_preload_libraries.")));
  }
}

}  // namespace

void register_settings() {
  require_room_for_values();
  DefineCustomIntVariable("pg_microdata.max_threads",
                          "Sets the largest number of threads in a call of pg_microdata.",
                          "Additional threads only compute. They never call the server.",
                          &max_threads_setting, 2, 1, 64, PGC_SUSET, 0, nullptr, nullptr, nullptr);
  register_memory_limit();
  DefineCustomBoolVariable("pg_microdata.inspect_on_workers",
                           "Enables verification of distributed releases on the workers.",
                           "If off, the coordinator of Citus reads all of their rows.",
                           &inspect_on_workers_setting, true, PGC_USERSET, 0, nullptr, nullptr,
                           nullptr);
  DefineCustomIntVariable("pg_microdata.keep_runs",
                          "Sets the number of runs to keep on record for each series.",
                          "With 0, all runs are kept.", &keep_runs_setting, 1000, 0, INT_MAX,
                          PGC_SUSET, 0, nullptr, nullptr, nullptr);
  register_demand(
      "pg_microdata.unclassified", "Sets whether columns without a role are published.",
      "\"suspicious\" rejects such a column if it names people or discloses sensitive values. "
      "\"error\" rejects every such column.",
      &unclassified_columns, static_cast<int>(Unclassified::suspicious), unclassified_values);
  register_demand("pg_microdata.republish",
                  "Sets whether a source with an earlier release is published.",
                  "With \"error\", publishing fails, even if it replaces that release.",
                  &republication, static_cast<int>(Republish::warn), republish_values);
  DefineCustomIntVariable("pg_microdata.swap_lock_timeout",
                          "Sets the duration of one attempt to lock the view of a series.",
                          "New readers wait during an attempt and continue after it.",
                          &swap_lock_timeout_setting, 100, 1, INT_MAX, PGC_USERSET, GUC_UNIT_MS,
                          nullptr, nullptr, nullptr);
  DefineCustomIntVariable("pg_microdata.swap_timeout",
                          "Sets the duration of all attempts to lock the view of a series.",
                          "If they fail, the new edition stays a draft.", &swap_timeout_setting,
                          60000, 0, INT_MAX, PGC_USERSET, GUC_UNIT_MS, nullptr, nullptr, nullptr);
  // The setting prevents mistakes: the role that may drop the extension may confirm the drop.
  DefineCustomBoolVariable("pg_microdata.allow_drop",
                           "Allows the extension to be dropped while releases or series exist.",
                           "If off, DROP EXTENSION and similar commands fail.", &allow_drop_setting,
                           false, PGC_USERSET, 0, nullptr, nullptr, nullptr);
  DefineCustomBoolVariable("pg_microdata.quick_attack", "Enables an attack on each new release.",
                           "Publishing reports for how many people an attacker that learns from "
                           "the release guesses a sensitive value.",
                           &quick_attack_setting, true, PGC_USERSET, 0, nullptr, nullptr, nullptr);
  // The second prefix is the schema's name, which is easily taken for the settings'.
  for (const char* prefix : {"pg_microdata", "microdata"})
    compat::reserve_setting_prefix(prefix);
}

// Returns the setting; the caller is about to begin threads.
unsigned max_threads() {
  share_arena_within_limit();
  return static_cast<unsigned>(max_threads_setting);
}

std::int64_t memory_limit_bytes() {
  return std::int64_t{memory_limit_setting} * 1024;
}

bool inspect_on_workers() {
  return inspect_on_workers_setting;
}

bool attacks_quickly() {
  return quick_attack_setting;
}

bool allows_drop() {
  return allow_drop_setting;
}

int keep_runs() {
  return keep_runs_setting;
}

Unclassified unclassified_setting() {
  return static_cast<Unclassified>(unclassified_columns);
}

Republish republish_setting() {
  return static_cast<Republish>(republication);
}

std::chrono::milliseconds swap_lock_timeout() {
  return std::chrono::milliseconds(swap_lock_timeout_setting);
}

std::chrono::milliseconds swap_timeout() {
  return std::chrono::milliseconds(swap_timeout_setting);
}

SettingsScope::SettingsScope(Others others) : level_(NewGUCNestLevel()), others_(others) {}

SettingsScope::~SettingsScope() {
  // Restoring a value that was accepted before does not fail. The transaction's end would do it as
  // well.
  AtEOXact_GUC(others_ == Others::kept, level_);
}

void SettingsScope::set(const char* name, const char* value) {
  guarded([&] {
    (void)set_config_option(name, value, PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0,
                            false);
  });
}

SafeSearchPath::SafeSearchPath() {
  set("search_path", safe_search_path);
  // Generated statements may have thousands of comparisons, of which each row meets a few.
  // Compiling them takes minutes, and cannot be cancelled.
  set("jit", "off");
  // The planner would evaluate checks of partitions and of children for constants, which runs code
  // of their owner with the caller's privileges; reading a whole table does not.
  set("constraint_exclusion", "off");
  // NULL in the text of an array is NULL.
  set("array_nulls", "on");
  // Patterns in statements have backslashes.
  set("standard_conforming_strings", "on");
}

UntrustedSettings::UntrustedSettings() : SettingsScope(Others::undone) {
  set("search_path", safe_search_path);
}

SteadyOrder::SteadyOrder() {
  set("synchronize_seqscans", "off");
  set("max_parallel_workers_per_gather", "0");
}

PlainNames::PlainNames() {
  set("quote_all_identifiers", "off");
}

PlainText::PlainText() {
  set("DateStyle", "ISO, YMD");
  set("IntervalStyle", "postgres");
  set("TimeZone", "UTC");
  set("extra_float_digits", "1");
  set("bytea_output", "hex");
  set("xmlbinary", "base64");
  set("lc_monetary", "C");
  set("quote_all_identifiers", "off");
  set("xmloption", "content");
}

ReadingSettings ReadingSettings::current() {
  const auto setting = [](const char* name) {
    return std::string(guarded([&] { return GetConfigOption(name, false, false); }));
  };
  return {setting("DateStyle"), setting("IntervalStyle"), setting("TimeZone")};
}

TextAsThere::TextAsThere(const ReadingSettings& settings) {
  set("DateStyle", settings.date_style.c_str());
  set("IntervalStyle", settings.interval_style.c_str());
  set("TimeZone", settings.time_zone.c_str());
}

RowsByPlace::RowsByPlace() {
  set("enable_hashjoin", "off");
  set("enable_mergejoin", "off");
  set("enable_tidscan", "on");
}

LockTimeout::LockTimeout(std::chrono::milliseconds timeout) {
  set("lock_timeout", std::to_string(std::max<std::int64_t>(timeout.count(), 1)).c_str());
}

SortMemory::SortMemory(int kilobytes) {
  if (kilobytes > work_mem) set("work_mem", std::to_string(kilobytes).c_str());
}

}  // namespace microdata::postgres
