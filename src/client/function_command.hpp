// Subcommand that calls one function of the extension. The function's first argument is positional,
// the others are options.
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
  // Name of the first argument in --help.
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
  // Returns the exit status for the rows that the program has shown.
  virtual ExitCode judged(const Rows&) const { return ExitCode::ok; }

 private:
  Call call(Session& session) const;

  FunctionCommandText text_;
  Signature signature_;
  // Values given for each argument.
  std::vector<std::vector<std::string>> values_;
};

}  // namespace microdata::client
