// A subcommand, and the list of all subcommands.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "client/output.hpp"
#include "client/session.hpp"

namespace CLI {
class App;
}

namespace microdata::client {

// Function that returns the session. It connects on the first call and throws a Failure if that is
// not possible.
using Connect = std::function<Session&()>;

class Command {
 public:
  Command(std::string name, std::string summary)
      : name(std::move(name)), summary(std::move(summary)) {}
  virtual ~Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  const std::string name;
  const std::string summary;

  // Declares the subcommand's own options and arguments. Only subcommands whose arguments come from
  // the server use `connect`, so that usage errors precede any connection.
  virtual void declare(CLI::App& app, const Connect& connect) = 0;
  // Runs the subcommand after its options are read. Results go to the output; errors are thrown.
  virtual ExitCode run(Session& session, Output& output) = 0;
  // Reports an error, also one of reading the options, and returns the exit status.
  virtual ExitCode failed(const Failure& failure, Output& output) const {
    output.error(failure.message);
    return failure.code;
  }
};

using Commands = std::vector<std::unique_ptr<Command>>;

// Returns all subcommands in the order of --help.
Commands all_commands();

// Subcommand export RELEASE: writes a release, or any other relation, to a file for other programs.
std::unique_ptr<Command> export_command();
// Subcommand report RELEASE: writes a page about a release.
std::unique_ptr<Command> report_command();
// Subcommand status SERIES: tells a monitoring system about a series.
std::unique_ptr<Command> status_command();

}  // namespace microdata::client
