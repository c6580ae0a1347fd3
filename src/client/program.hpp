// One run of the program: reads the arguments, runs the subcommand and reports the outcome.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "client/command.hpp"
#include "client/connection_options.hpp"

namespace microdata::client {

struct GlobalOptions {
  ConnectionOptions connection;
  OutputOptions output;
  bool help = false;
  bool version = false;
};

class Program {
 public:
  Program(int count, char** arguments) : count_(count), arguments_(arguments) {}

  // Runs the program and reports any error before returning.
  ExitCode run() noexcept;

 private:
  ExitCode ended();
  ExitCode dispatched();
  ExitCode failed(const Failure& failure);
  void read_global_options();
  Session& session();

  int count_;
  char** arguments_;
  GlobalOptions options_;
  // Words that are not global options.
  std::vector<std::string> words_;
  std::string command_;
  std::unique_ptr<Output> output_;
  std::unique_ptr<Session> session_;
};

}  // namespace microdata::client
