#include "postgres/server/arena.hpp"

#include <malloc.h>
#include <sys/resource.h>

namespace microdata::postgres {

// glibc gives each thread an arena of its own, which reserves 64 MB of addresses. Where a limit
// leaves no room for it, the thread maps and unmaps memory for every single allocation, and slices
// in minutes what takes seconds.
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

}  // namespace microdata::postgres
