#include "postgres/release/republication.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/stand_in.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/republish.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/readable.hpp"

namespace microdata::postgres {

namespace {

constexpr const char* compared =
    "Each keeps what it promises by itself. Whoever holds several compares what they say of a "
    "person, and may be left with one value.";

std::size_t others(const Source& source, const Target* target) {
  std::vector<Oid> releases = releases_of(source.relation);
  if (target != nullptr && target->replace) {
    const Oid replaced =
        guarded([&] { return get_relname_relid(target->leading.c_str(), target->schema); });
    releases.erase(std::remove(releases.begin(), releases.end(), replaced), releases.end());
  }
  return releases.size();
}

}  // namespace

void check_republication(const Source& source, const Target* target) {
  // Nothing stays of what is published of a copy that stands in for a source.
  if (original_of(source.relation)) return;
  const Republish demanded = republish_setting();
  // Who may not read the source learns nothing of its releases; reading it fails afterwards.
  if (demanded == Republish::allow || !may_read_some(source)) return;
  const std::size_t found = others(source, target);
  if (found == 0) return;
  const std::string message =
      "there " + std::string(found == 1 ? "is " : "are ") + std::to_string(found) + " other " +
      (found == 1 ? "release" : "releases") + " of " + in_quotes(source.name);
  if (demanded == Republish::error) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, message)
        .detail(std::string("pg_microdata.republish is \"error\". ") + compared)
        .hint("Replace the release with replace => true, or drop it with drop_release().");
  }
  report(WARNING, message, compared,
         "audit_composition(source => " + quote_value(qualified_name(source.relation)) +
             ") shows how much they say together.");
}

}  // namespace microdata::postgres
