#pragma once

#include <optional>
#include <string>

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

// A package brings a library for all databases at once, to sessions that begin then; each database
// keeps its catalog until ALTER EXTENSION pg_microdata UPDATE there.

// Returns the version that the database has of the extension; nothing if it has none, as while the
// extension is dropped.
std::optional<std::string> extension_version();

// Returns the version that this library was compiled as.
const char* library_version();

// Returns the error, or its words for a warning, that names both versions and what to do.
Error version_error(const std::string& of_extension);

// Fails if the extension has another version than the library, whose statements are for the tables
// and functions of its own version alone.
void require_own_version();

}  // namespace microdata::postgres
