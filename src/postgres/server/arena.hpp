#pragma once

namespace microdata::postgres {

// Has all threads of this process allocate from one arena, if its address space is limited. To be
// called by the session's thread, before it begins others.
void share_arena_within_limit();

}  // namespace microdata::postgres
