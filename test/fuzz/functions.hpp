#pragma once

#include <string>
#include <vector>

#include "arguments.hpp"
#include "choice.hpp"
#include "session.hpp"

namespace microdata::fuzz {

struct Argument {
  std::string name;
  std::string type;
  bool optional = false;
};

enum class Effect { reads, changes, publishes };

struct Function {
  std::string schema;
  std::string name;
  std::vector<Argument> arguments;
  bool returns_set = false;
  Effect effect = Effect::reads;
  std::size_t weight = 1;
};

struct Call {
  const Function* function = nullptr;
  std::string text;  // name(argument => value, ...)
  bool in_place = false;

  bool has(const std::string& argument) const;
};

// Returns the extension's functions from the server. Throws if the fuzzer does not know a function,
// cannot make one of its arguments, or knows a function that does not exist. A new function
// therefore requires a generator.
std::vector<Function> extension_functions(Session& session);

const Function& some_function(Choice& choice, const std::vector<Function>& functions);
Call new_call(Choice& choice, const Function& function, const Subject& subject);

}  // namespace microdata::fuzz
