#include "client/call.hpp"

#include <algorithm>
#include <utility>

#include "client/arguments.hpp"
#include "client/failure.hpp"

namespace microdata::client {

namespace {

Signature model_signature(Session& session, const std::string& model) {
  const auto signature = find_function(session, model);
  if (!signature || !signature->returns_model)
    throw Failure(ExitCode::usage, "there is no privacy model " + model);
  return *signature;
}

const Argument& argument_called(const Signature& signature, const std::string& model,
                                const ModelText::Argument& given, std::size_t place) {
  const auto& arguments = signature.arguments;
  if (given.name.empty() && place < arguments.size()) return arguments[place];
  const auto found = std::find_if(arguments.begin(), arguments.end(),
                                  [&](const Argument& each) { return each.name == given.name; });
  if (given.name.empty() || found == arguments.end())
    throw Failure(ExitCode::usage, "the model " + model + " has no parameter for \"" +
                                       (given.name.empty() ? given.value : given.name) + "\"");
  return *found;
}

}  // namespace

void Call::begin(const std::string& quoted_name) {
  if (!sql_.ends_with("(")) sql_ += ", ";
  sql_ += quoted_name + " => ";
}

std::string Call::parameter(std::optional<std::string> value, const std::string& type) {
  parameters_.push_back(std::move(value));
  return "CAST($" + std::to_string(parameters_.size()) + " AS " + type + ")";
}

void Call::add_text(const Argument& argument, std::optional<std::string> value) {
  begin(argument.quoted);
  sql_ += parameter(std::move(value), argument.type);
}

void Call::add_default(const Argument& argument) {
  begin(argument.quoted);
  sql_ += "CAST(" + argument.fallback + " AS " + argument.type + ")";
}

void Call::add(Session& session, const Argument& argument, const std::vector<std::string>& values) {
  const bool is_null = values.size() == 1 && !scalar_argument(values.front());
  if (is_null) return add_text(argument, std::nullopt);
  switch (argument.kind) {
    case ArgumentKind::models:
      begin(argument.quoted);
      sql_ += models(session, values);
      return;
    case ArgumentKind::list:
      return add_text(argument, list_argument(values));
    case ArgumentKind::flag:
    case ArgumentKind::scalar:
      return add_text(argument, values.back());
  }
}

std::string Call::models(Session& session, const std::vector<std::string>& values) {
  std::string array = "ARRAY[";
  for (const ModelText& model : models_argument(values)) {
    const Signature signature = model_signature(session, model.name);
    if (!array.ends_with("[")) array += ", ";
    array += signature.call + "(";
    for (std::size_t place = 0; place < model.arguments.size(); ++place) {
      const ModelText::Argument& given = model.arguments[place];
      const Argument& argument = argument_called(signature, model.name, given, place);
      if (place > 0) array += ", ";
      array += argument.quoted + " => " + parameter(scalar_argument(given.value), argument.type);
    }
    array += ")";
  }
  return array + "]";
}

}  // namespace microdata::client
