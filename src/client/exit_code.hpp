// Exit status of the program; docs/client.md has the table.
#pragma once

namespace microdata::client {

enum class ExitCode {
  ok = 0,
  usage = 1,
  connection = 2,
  server = 3,
  not_held = 4,
  output = 5,
  interrupted = 130,
  broken_pipe = 141,
  terminated = 143
};

}  // namespace microdata::client
