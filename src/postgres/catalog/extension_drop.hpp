#pragma once

#include "postgres/server/api.hpp"

// What goes when the extension is dropped. It cannot be had from its own trigger of sql_drop, which
// is gone by then, nor before the command, which may reach the extension by a schema, a role or
// another extension: the server tells of each object before it drops it.

namespace microdata::postgres {

// Has the server tell of the objects that it drops, for as long as the session lasts.
void watch_drops();

// Has the command that begins fail if it drops the extension's catalog with releases or series on
// record, unless pg_microdata.allow_drop is on. Owns nothing, and an ERROR may pass through.
void keep_catalog();

}  // namespace microdata::postgres
