#pragma once

#include "postgres/server/api.hpp"

#include <functional>
#include <vector>

namespace microdata::postgres {

// Locks the views of a series against their readers, until the transaction ends, and runs `body`,
// which changes them and waits for nothing else for long; false where that was not to be had within
// pg_microdata.swap_timeout: then all that `body` did is undone. Whoever waits for a lock has new
// readers wait behind: that is given up after pg_microdata.swap_lock_timeout, and tried again when
// they have gone through.
bool with_locked_views(const std::vector<Oid>& views, const std::function<void()>& body);

}  // namespace microdata::postgres
