#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "postgres/server/error.hpp"

namespace microdata::postgres {

// What depends on relations that are to be dropped together and would not go with them, as
// DROP ... RESTRICT finds it: "view a.v depends on table a.t", a line each. Requires a SpiSession.
std::vector<std::string> dependants(const std::vector<Oid>& relations);

// Why nothing is done as long as they are there. `message`: what cannot be done.
Error dependants_error(const std::string& message, const std::vector<std::string>& dependants);

// The server's own error about dependants with what we say about them instead of its hint, which
// would have them all dropped; other errors are thrown on as they are.
[[noreturn]] void throw_without_cascade(const PostgresError& error);

}  // namespace microdata::postgres
