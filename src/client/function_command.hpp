// A subcommand that calls one function of the extension: its first argument stands by itself, the
// others are options.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/call.hpp"
#include "client/command.hpp"
#include "client/signature.hpp"

namespace microdata::client {

struct FunctionCommandText {
  std::string name;
  std::string summary;
  std::string function;
  // What --help calls the first argument.
  std::string subject;
};

class FunctionCommand : public Command {
 public:
  explicit FunctionCommand(FunctionCommandText text) : text_(std::move(text)) {}

  std::string name() const override { return text_.name; }
  std::string summary() const override { return text_.summary; }
  void declare(CLI::App& app, const Connect& connect) override;
  ExitCode run(Session& session, Output& output) override;

 protected:
  // What the program ends with, by the rows that it has shown.
  virtual ExitCode judged(const Rows&) const { return ExitCode::ok; }

 private:
  Call call(Session& session) const;

  FunctionCommandText text_;
  Signature signature_;
  // What was given for each argument.
  std::vector<std::vector<std::string>> values_;
};

}  // namespace microdata::client
