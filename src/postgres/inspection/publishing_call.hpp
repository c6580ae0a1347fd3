#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/json.hpp"

namespace microdata::postgres {

// The call of SQL that makes releases by a method, and what its arguments were where the record
// does not have them as parameters of the same names.
struct PublishingCall {
  // A function of the extension.
  const char* function;
  // How many of the recorded models stand first because of other arguments, such as k.
  std::size_t (*implied_models)(const Release& release) = nullptr;
  // Adds what depends on the method. Attributes are called as in the source.
  void (*add_arguments)(const Release& release, Json& arguments) = nullptr;
};

// The arguments, but for the source, the target and the seed, that would publish the release's
// source in the same way again: as an object, lists as arrays. Roles are those that attributes
// have in the release, and every other column is an identifier. The source is there.
Json arguments_of_release(const Release& release, const PublishingCall& call);

// Whether a number stands among the parameters under the key.
bool has_number(const Release& release, const char* key);

// The name in the source; fails where that is gone.
const std::string& name_in_source(const ReleaseAttribute& attribute, const Release& release);

}  // namespace microdata::postgres
