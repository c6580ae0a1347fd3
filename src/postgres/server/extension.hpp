#pragma once

#include <optional>
#include <string>

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

// Versions of the library and of the extension may differ. A package brings a library for all
// databases at once, to sessions that begin then. Each database keeps its catalog until it runs
// ALTER EXTENSION pg_microdata UPDATE.

// Returns the version of the extension in the database; nothing if there is none, as while the
// extension is dropped.
std::optional<std::string> extension_version();

// Returns the version of this library.
const char* library_version();

// Returns the error, or its text for a warning, that names both versions and what to do.
Error version_error(const std::string& of_extension);

// Fails if the extension has another version than the library, whose statements only suit the
// tables and functions of its own version.
void require_own_version();

}  // namespace microdata::postgres
