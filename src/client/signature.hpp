// Functions of the extension, as the server has them, and calls of them. Their arguments are the
// options of subcommands.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/session.hpp"

namespace microdata::client {

enum class ArgumentKind { scalar, flag, list, models };

struct Argument {
  std::string name;
  // Name as SQL writes it.
  std::string quoted;
  std::string type;
  ArgumentKind kind = ArgumentKind::scalar;
  bool required = false;
  // Default as SQL writes it; empty if there is none.
  std::string fallback;
};

struct Signature {
  // Name with its schema, as SQL writes it.
  std::string call;
  bool returns_rows = false;
  bool returns_model = false;
  std::vector<Argument> arguments;
};

// Throws a Failure if the database lacks the extension.
void require_extension(Session& session);

// Returns the signature of a function; nullopt if the extension in the database has no such
// function.
std::optional<Signature> find_function(Session& session, const std::string& function);

// Returns the signature of a function. Throws a Failure if the database lacks the extension, or its
// version lacks the function.
Signature function_signature(Session& session, const std::string& function);

// Call of a function of the extension, with parameters.
class Call {
 public:
  explicit Call(const Signature& signature) : sql_(signature.call + "(") {}

  // Adds the values given for an argument. Models are functions, whose signatures the server
  // provides.
  void add(Session& session, const Argument& argument, const std::vector<std::string>& values);
  // Adds a value unchanged.
  void add_text(const Argument& argument, std::optional<std::string> value);
  // Adds the default of the argument. Calls have all arguments, because functions of other roles in
  // the extension's schema might have the same name and some of the arguments.
  void add_default(const Argument& argument);

  std::string sql() const { return sql_ + ")"; }
  const Parameters& parameters() const { return parameters_; }

 private:
  void begin(const std::string& quoted_name);
  // Adds a parameter and returns the SQL expression for it with the type.
  std::string parameter(std::optional<std::string> value, const std::string& type);
  std::string models(Session& session, const std::vector<std::string>& values);

  std::string sql_;
  Parameters parameters_;
};

}  // namespace microdata::client
