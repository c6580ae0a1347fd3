// Functions of the extension, as the server has them. Their arguments are the options of
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

// Returns rows of the catalog. The search path has only pg_catalog, so that operators are those of
// the server.
Rows catalog_query(Session& session, const std::string& sql, const Parameters& parameters);

// Returns the signature of a function; nullopt if the extension in the database has no such
// function.
std::optional<Signature> find_function(Session& session, const std::string& function);

// Returns the signature of a function. Throws a Failure if the database lacks the extension, or its
// version lacks the function.
Signature function_signature(Session& session, const std::string& function);

}  // namespace microdata::client
