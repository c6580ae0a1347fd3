// Functions of the extension, as the server has them: their arguments are the options of
// subcommands.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/session.hpp"

namespace microdata::client {

enum class ArgumentKind { scalar, flag, list, models };

struct Argument {
  std::string name;
  // As SQL writes it.
  std::string quoted;
  std::string type;
  ArgumentKind kind = ArgumentKind::scalar;
  bool required = false;
  // As SQL writes it; empty where there is none.
  std::string fallback;
};

struct Signature {
  // The name with its schema, as SQL writes it.
  std::string call;
  bool returns_rows = false;
  bool returns_model = false;
  std::vector<Argument> arguments;
};

// Rows of the catalog: read with nothing but pg_catalog in the search path, so that operators are
// what they seem.
Rows catalog_query(Session& session, const std::string& sql, const Parameters& parameters);

// nullopt where the extension that the database has knows no such function.
std::optional<Signature> find_function(Session& session, const std::string& function);

// Throws a Failure where the database has not the extension, or its version not the function.
Signature function_signature(Session& session, const std::string& function);

}  // namespace microdata::client
