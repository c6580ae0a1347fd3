#include "client/function_command.hpp"

#include <CLI/CLI.hpp>

#include "client/arguments.hpp"
#include "client/rows_output.hpp"

namespace microdata::client {

namespace {

std::string kind_of_value(const Argument& argument) {
  switch (argument.kind) {
    case ArgumentKind::list:
      return "LIST";
    case ArgumentKind::models:
      return "MODELS";
    case ArgumentKind::flag:
    case ArgumentKind::scalar:
      return argument.type;
  }
  return "";
}

std::string description(const Argument& argument) {
  if (argument.required || argument.fallback.starts_with("NULL::")) return "";
  return "default: " + argument.fallback.substr(0, argument.fallback.find("::"));
}

void declare_argument(CLI::App& app, const Argument& argument, std::vector<std::string>& values) {
  const std::string option = option_name(argument.name);
  if (argument.kind == ArgumentKind::flag) {
    app.add_flag(option, values, description(argument));
    return;
  }
  CLI::Option* added = app.add_option(option, values, description(argument));
  added->type_name(kind_of_value(argument))->required(argument.required);
  // Each takes one value. Those of lists may be given several times.
  if (argument.kind == ArgumentKind::scalar) added->expected(1);
  added->allow_extra_args(false);
}

}  // namespace

void FunctionCommand::declare(CLI::App& app, const Connect& connect) {
  signature_ = function_signature(connect(), text_.function);
  values_.resize(signature_.arguments.size());
  app.add_option(text_.subject, values_.front())->type_name("")->expected(1)->required();
  for (std::size_t at = 1; at < values_.size(); ++at)
    declare_argument(app, signature_.arguments[at], values_[at]);
}

Call FunctionCommand::call(Session& session) const {
  Call call(signature_);
  call.add_text(signature_.arguments.front(), values_.front().front());
  for (std::size_t at = 1; at < values_.size(); ++at)
    if (!values_[at].empty())
      call.add(session, signature_.arguments[at], values_[at]);
    else if (!signature_.arguments[at].required)
      call.add_default(signature_.arguments[at]);
  return call;
}

ExitCode FunctionCommand::run(Session& session, Output& output) {
  const Call made = call(session);
  if (signature_.returns_rows)
    return judged(write_rows(session, output, "SELECT * FROM " + made.sql(), made.parameters()));
  write_value(session, output, "release", made.sql(), made.parameters());
  return ExitCode::ok;
}

}  // namespace microdata::client
