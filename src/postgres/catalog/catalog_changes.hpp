#pragma once

// What event triggers do to the catalog: it forgets what was dropped, and follows what was renamed.
// Requires a SpiSession.

namespace microdata::postgres {

// `cascades`: the command takes along what depends on what it drops.
void forget_dropped(bool cascades);
void follow_renamed();

}  // namespace microdata::postgres
