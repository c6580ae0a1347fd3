#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

namespace microdata::postgres {

// The path of the program microdata among the server's programs; nothing where it is not there.
std::optional<std::string> client_program();

// A command as a line of a crontab has it, and as ExecStart of a systemd service.
std::string in_crontab(const std::vector<std::string>& words);
std::string in_service(const std::vector<std::string>& words);

}  // namespace microdata::postgres
