#pragma once

#include "postgres/server/api.hpp"

// Which of everybody's commands the extension's event triggers have anything to do for. Most are
// about relations that it does not know, and cost some look-ups in an index. Owns nothing, and an
// ERROR may pass through.

namespace microdata::postgres {

// Tasks that a command leaves.
struct Concerns {
  bool renamed = false;
  bool granted = false;
  bool opened = false;
};

// Returns those of the command that has just ended; called by the trigger of ddl_command_end.
Concerns concerns_of_command(FunctionCallInfo fcinfo);

// True if it might have dropped something that the catalog knows; asked by the trigger of sql_drop.
bool concerns_dropped(FunctionCallInfo fcinfo);

}  // namespace microdata::postgres
