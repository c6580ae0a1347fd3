// Values of types that are not part of the server. Casts from these types are functions of other
// roles, which would run with the rights of the caller. A look-up in the catalog does not ensure a
// column's type, because its owner can exchange columns before the statement is parsed. These
// expressions therefore bind no cast from any type.
#pragma once

#include <string>

#include "client/session.hpp"

namespace microdata::client {

// Returns an expression for a value as its type's output function writes it, or NULL. Booleans are
// t and f.
std::string output_text(const std::string& expression);

// Returns an expression for the value that the server's own type of this name reads from that text.
std::string output_as(const std::string& expression, const std::string& type);

// Values as JSON: those of the server's own types, and of domains over them, as by to_json(), all
// others as texts.
class JsonValues {
 public:
  JsonValues(Session& session, const std::string& relation_oid);

  std::string of(const std::string& expression) const;

 private:
  std::string domains_;
};

}  // namespace microdata::client
