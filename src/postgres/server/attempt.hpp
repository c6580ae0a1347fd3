#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>

namespace microdata::postgres {

// Runs statements, whose identifiers were quoted by PostgreSQL, in a subtransaction. Where they do
// not suit what is there (a column is gone, a value occurs twice, a privilege is missing) nothing
// of them stays, and the reason is returned; every other error, a cancellation among them, is
// thrown.
std::optional<std::string> attempt(const std::string& statements);

}  // namespace microdata::postgres
