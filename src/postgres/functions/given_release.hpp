#pragma once

#include "postgres/server/api.hpp"

#include <string>

#include "postgres/methods/methods.hpp"
#include "postgres/server/arguments.hpp"

namespace microdata::postgres {

// What the functions about one release are asked about: the argument `relation`.
struct GivenRelease {
  Oid relation;
  std::string name;  // the relation's, in quotes
  Release release;
  const Method& method;
};

// Whether the function reads editions of series, which may have counterfeits: values that are
// nobody's.
enum class Editions { read, refused };

// Its relations are locked. Fails where the relation belongs to no release, or to an edition with
// counterfeits that the function does not read. Requires a SpiSession.
GivenRelease given_release(const Arguments& arguments, Editions editions = Editions::refused);

// Fails where the release's source is gone; `hint` says what it is needed for.
void require_source(const Release& release, const std::string& name, const char* hint);

}  // namespace microdata::postgres
