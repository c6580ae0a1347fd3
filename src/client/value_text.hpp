// Values of types that the server did not come with: casts from these are functions of somebody
// else, which would run with the rights of the caller. A look-up in the catalog does not tell a
// column's type: its owner may exchange columns before the statement is parsed. So these
// expressions bind no cast from it, whatever the type is.
#pragma once

#include <string>

#include "client/session.hpp"

namespace microdata::client {

// Returns an expression for a value as its type's output function writes it, or NULL: booleans are
// t and f.
std::string output_text(const std::string& expression);

// Returns an expression for what the server's own type of this name reads in that text.
std::string output_as(const std::string& expression, const std::string& type);

// Values as JSON: those of the server's own types, and of domains over them, as to_json() has them,
// all others as texts.
class JsonValues {
 public:
  JsonValues(Session& session, const std::string& relation_oid);

  std::string of(const std::string& expression) const;

 private:
  std::string domains_;
};

}  // namespace microdata::client
