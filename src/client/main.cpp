// microdata: releases of the extension pg_microdata from the command line. docs/client.md.
#include <csignal>

#include "client/program.hpp"

int main(int count, char** arguments) {
  // Writing says so where nobody reads.
  std::signal(SIGPIPE, SIG_IGN);
  return static_cast<int>(microdata::client::Program(count, arguments).run());
}
