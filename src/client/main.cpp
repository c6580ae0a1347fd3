// microdata: releases of the extension pg_microdata from the command line (docs/client.md).
#include <csignal>

#include "client/program.hpp"
#include "client/standard_streams.hpp"

int main(int count, char** arguments) {
  // Writing then fails with an error if the reader is gone.
  std::signal(SIGPIPE, SIG_IGN);
  microdata::client::open_standard_streams();
  return static_cast<int>(microdata::client::Program(count, arguments).run());
}
