#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "postgres/inspection/publishing_call.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/release/former_release.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/release/renewal.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/server/writable.hpp"

// republish_partitions.

namespace microdata::postgres {

namespace {

// Not locked yet: the publishing function locks it as a release that is replaced, and fails if it
// has changed by then.
Release found_release(Oid relation) {
  std::optional<Release> release = find_release(relation);
  return release ? *std::move(release) : require_release(relation);
}

Datum republish_partitions(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Release release = found_release(arguments.relation("release"));
  const std::vector<Oid> partitions = given_renewed(arguments);
  require_writable("republish_partitions()");
  const Oid table = release.relations.front();
  const std::string name = in_quotes(relation_name(table));
  if (!release.source) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, "the source of " + name + " is gone")
        .hint("It is the source that would be published again.");
  }
  if (!recorded(release, "partitions")) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "partitions cannot be published again into " + name)
        .detail("It was not published by the partitions of its source.")
        .hint(RenewedPartitions::hint());
  }
  const RenewedPartitions renewed(*release.source, partitions, std::nullopt);
  const std::string published =
      *query(
           "SELECT (microdata.publish($1::pg_catalog.oid::pg_catalog.regclass, $2, "
           "$3::pg_catalog.jsonb - 'regions' || '{\"replace\": true}', $4))[1]::pg_catalog.oid",
           {std::to_string(*release.source), release.method,
            arguments_of_release(release, method_of(release).call).str(), qualified_name(table)})
           .front()
           .front();
  return ObjectIdGetDatum(static_cast<Oid>(std::stoul(published)));
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_republish_partitions, microdata::postgres::republish_partitions)
