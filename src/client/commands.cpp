// All subcommands: one line for each.
#include "client/command.hpp"

namespace microdata::client {

Commands all_commands() {
  Commands commands;
  return commands;
}

}  // namespace microdata::client
