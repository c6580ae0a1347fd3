#pragma once

#include "postgres/server/api.hpp"

// Keeps the catalog from being dropped unasked. The extension's own trigger of sql_drop is gone
// when the extension is, and a command reaches the extension also by a schema, a role or another
// extension. So the server's hook is asked, which tells of each object before it is dropped.

namespace microdata::postgres {

// Has the command that begins fail if it drops the extension's catalog with releases or series on
// record, unless pg_microdata.allow_drop is on. Owns nothing, and an ERROR may pass through.
void keep_catalog();

}  // namespace microdata::postgres
