// A subcommand, and where all of them stand.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "client/exit_code.hpp"
#include "client/output.hpp"
#include "client/session.hpp"

namespace CLI {
class App;
}

namespace microdata::client {

// Connects on the first call; throws a Failure where that is not possible.
using Connect = std::function<Session&()>;

class Command {
 public:
  Command() = default;
  virtual ~Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  virtual std::string name() const = 0;
  virtual std::string summary() const = 0;
  // Options and arguments of its own. `connect` is for those that the server knows; all others
  // leave it alone, so that errors of use come before any connection.
  virtual void declare(CLI::App& app, const Connect& connect) = 0;
  // Once its options are read. Results go to the output; what goes wrong is thrown.
  virtual ExitCode run(Session& session, Output& output) = 0;
};

using Commands = std::vector<std::unique_ptr<Command>>;

// All subcommands, in the order in which --help has them: commands.cpp.
Commands all_commands();

}  // namespace microdata::client
