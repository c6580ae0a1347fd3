// Returns the subcommand: microdata report RELEASE -o FILE
#pragma once

#include <memory>

#include "client/command.hpp"

namespace microdata::client {

std::unique_ptr<Command> report_command();

}  // namespace microdata::client
