// run SERIES: publishes the next edition of a series.
#pragma once

#include <string>

#include "client/command.hpp"

namespace microdata::client {

class RunCommand : public Command {
 public:
  std::string name() const override { return "run"; }
  std::string summary() const override { return "publish the next edition of a series"; }
  void declare(CLI::App& app, const Connect& connect) override;
  ExitCode run(Session& session, Output& output) override;

 private:
  std::string series_;
};

}  // namespace microdata::client
