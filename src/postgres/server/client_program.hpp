#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

namespace microdata::postgres {

// The path of the program microdata among the server's programs; nothing where it is not there.
std::optional<std::string> client_program();

// Returns a command as a line of a crontab has it; nothing where a word ends in a line end.
std::optional<std::string> in_crontab(const std::vector<std::string>& words);
// Returns a command as ExecStart of a systemd service has it.
std::string in_service(const std::vector<std::string>& words);

}  // namespace microdata::postgres
