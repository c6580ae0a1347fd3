#include "client/function_command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <span>

#include "client/argument_comments.hpp"
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

// Returns the comment on an argument; nothing if the server's extension has the argument and this
// program does not.
const ArgumentComment* comment_on(const std::string& function, const Argument& argument) {
  const std::span<const ArgumentComment> all = argument_comments();
  const auto found = std::find_if(all.begin(), all.end(), [&](const ArgumentComment& comment) {
    return comment.function == function && comment.argument == argument.name;
  });
  return found == all.end() ? nullptr : &*found;
}

std::string description(const Argument& argument, const ArgumentComment* comment) {
  std::string text(comment == nullptr ? "" : comment->meaning);
  if (argument.required || argument.fallback.starts_with("NULL::")) return text;
  if (!text.empty()) text += ' ';
  return text + "Default: " + argument.fallback.substr(0, argument.fallback.find("::")) + '.';
}

void declare_argument(CLI::App& app, const std::string& function, const Argument& argument,
                      std::vector<std::string>& values) {
  const std::string option = option_name(argument.name);
  const ArgumentComment* comment = comment_on(function, argument);
  const std::string meaning = description(argument, comment);
  const bool is_flag = argument.kind == ArgumentKind::flag;
  CLI::Option* added =
      is_flag ? app.add_flag(option, values, meaning) : app.add_option(option, values, meaning);
  if (comment != nullptr && !comment->group.empty()) added->group(std::string(comment->group));
  if (is_flag) return;
  added->type_name(kind_of_value(argument))->required(argument.required);
  // Each occurrence takes one value. Options with lists can occur several times.
  if (argument.kind == ArgumentKind::scalar) added->expected(1);
  added->allow_extra_args(false);
}

}  // namespace

void FunctionCommand::declare(CLI::App& app, const Connect& connect) {
  signature_ = function_signature(connect(), text_.function);
  values_.resize(signature_.arguments.size());
  app.add_option(text_.subject, values_.front())->type_name("")->expected(1)->required();
  for (std::size_t at = 1; at < values_.size(); ++at)
    declare_argument(app, text_.function, signature_.arguments[at], values_[at]);
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
