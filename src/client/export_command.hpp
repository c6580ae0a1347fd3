// export RELEASE: writes a release, or any other relation, to a file for other programs.
#pragma once

#include "client/command.hpp"

namespace microdata::client {

class ExportCommand : public Command {
 public:
  std::string name() const override { return "export"; }
  std::string summary() const override { return "write a release to a file"; }
  void declare(CLI::App& app, const Connect& connect) override;
  ExitCode run(Session& session, Output& output) override;

 private:
  std::string relation_;
  std::string format_ = "csv";
  std::string file_;
  std::string description_file_;
};

}  // namespace microdata::client
