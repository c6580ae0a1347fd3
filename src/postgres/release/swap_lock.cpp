#include "postgres/release/swap_lock.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>

#include "postgres/server/guard.hpp"
#include "postgres/server/randomness.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/subtransaction.hpp"

namespace microdata::postgres {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

milliseconds left_until(Clock::time_point end) {
  return std::chrono::duration_cast<milliseconds>(end - Clock::now());
}

// Somebody has a row of the system's catalogs, as who grants something on a view, which takes no
// lock on it.
bool is_concurrent_update(const Error& error) {
  return error.sqlstate() == ERRCODE_INTERNAL_ERROR &&
         std::string(error.what()).rfind("tuple concurrently ", 0) == 0;
}

// All of them within the time of one try: readers of the first wait while the last is waited for.
bool try_with_locks(const std::vector<Oid>& views, const std::function<void()>& body) {
  const Clock::time_point end = Clock::now() + swap_lock_timeout();
  const std::optional<Error> failed = in_subtransaction([&] {
    for (const Oid view : views) {
      const LockTimeout timeout(left_until(end));
      guarded([&] { LockRelationOid(view, AccessExclusiveLock); });
    }
    const LockTimeout timeout(left_until(end));
    body();
  });
  if (!failed) return true;
  if (!is_concurrent_update(*failed) && failed->sqlstate() != ERRCODE_LOCK_NOT_AVAILABLE &&
      failed->sqlstate() != ERRCODE_T_R_DEADLOCK_DETECTED) {
    throw *failed;
  }
  return false;
}

void pause(milliseconds duration) {
  const Clock::time_point end = Clock::now() + duration;
  for (milliseconds left = duration; left.count() > 0; left = left_until(end)) {
    guarded([&] {
      CHECK_FOR_INTERRUPTS();
      (void)WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
                      static_cast<long>(left.count()), PG_WAIT_EXTENSION);
      ResetLatch(MyLatch);
      CHECK_FOR_INTERRUPTS();
    });
  }
}

}  // namespace

bool with_locked_views(const std::vector<Oid>& views, const std::function<void()>& body) {
  constexpr milliseconds longest{2000};
  const Clock::time_point end = Clock::now() + swap_timeout();
  // Two that wait for each other's readers do not do so in step.
  Random random = make_random(std::nullopt);
  milliseconds between = swap_lock_timeout();
  while (!try_with_locks(views, body)) {
    const milliseconds left = left_until(end);
    if (left.count() <= 0) return false;
    const auto drawn = std::chrono::duration_cast<milliseconds>(between * (0.5 + random.share()));
    pause(std::min({drawn, longest, left}));
    between = std::min(between * 2, longest);
  }
  return true;
}

}  // namespace microdata::postgres
