#include "postgres/functions/given_release.hpp"

#include <utility>

#include "postgres/release/release_lock.hpp"
#include "postgres/server/error.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

GivenRelease given_release(const Arguments& arguments) {
  const Oid relation = arguments.relation("relation");
  Release release = require_release(relation);
  const Method& method = method_of(release);
  return {relation, in_quotes(relation_name(relation)), std::move(release), method};
}

void require_source(const Release& release, const std::string& name, const char* hint) {
  if (release.source) return;
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, "the source of " + name + " is gone")
      .hint(hint);
}

}  // namespace microdata::postgres
