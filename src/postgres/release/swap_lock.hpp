#pragma once

#include "postgres/server/api.hpp"

#include <vector>

namespace microdata::postgres {

// Locks the views of a series against their readers, until the transaction ends; false where that
// was not to be had within pg_microdata.swap_timeout. Whoever waits for a lock has new readers wait
// behind: that is given up after pg_microdata.swap_lock_timeout, and tried again when they have
// gone through.
bool lock_views(const std::vector<Oid>& views);

}  // namespace microdata::postgres
