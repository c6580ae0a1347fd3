#pragma once

namespace microdata::postgres {

// Fails (25006) where the transaction may not write: the server is a standby, or the transaction is
// read-only or in parallel mode. `function` is what was called, as in "drop_release()". Functions
// that write ask it first, before they have looked for anything.
void require_writable(const char* function);

}  // namespace microdata::postgres
