// Call of a function of the extension, with parameters.
#pragma once

#include <string>
#include <vector>

#include "client/session.hpp"
#include "client/signature.hpp"

namespace microdata::client {

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
