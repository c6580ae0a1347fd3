#include "postgres/functions/given_release.hpp"

#include <utility>

#include "postgres/release/release_lock.hpp"
#include "postgres/server/error.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

GivenRelease given_release(const Arguments& arguments, Editions editions) {
  const Oid relation = arguments.relation("relation");
  Release release = require_release(relation);
  const Method& method = method_of(release);
  if (editions == Editions::refused &&
      release_parameter(release, "counterfeits").value_or("0") != "0") {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "edition " + in_quotes(relation_name(relation)) + " has counterfeits")
        .detail("Values that are nobody's would be taken for those of its persons.")
        .hint("verify_release() reads editions of series.");
  }
  return {relation, in_quotes(relation_name(relation)), std::move(release), method};
}

void require_source(const Release& release, const std::string& name, const char* hint) {
  if (release.source) return;
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, "the source of " + name + " is gone")
      .hint(hint);
}

}  // namespace microdata::postgres
