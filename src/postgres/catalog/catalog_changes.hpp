#pragma once

// What event triggers do to the catalog: it forgets what was dropped, and follows what was renamed.
// Requires a SpiSession.

namespace microdata::postgres {

void forget_dropped();
void follow_renamed();

}  // namespace microdata::postgres
