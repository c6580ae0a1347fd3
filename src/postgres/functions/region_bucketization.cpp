#include "postgres/server/api.hpp"

#include <vector>

#include "postgres/distributed/asked_region.hpp"
#include "postgres/methods/bucketization/bucketization_arguments.hpp"
#include "postgres/methods/bucketization/bucketized_release.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/source/table.hpp"

// microdata.bucketize_region: what a server makes of one region of a distributed table.

namespace microdata::postgres {

namespace {

Datum bucketize_region(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  AskedRegion region(fcinfo, arguments, "bucketizing");
  const BucketizationRequest request =
      bucketization_request(arguments, publishing_arguments(arguments));
  check_bucketized_roles(region.source(), region.roles());
  const BucketizedTable bucketized = bucketize_source(
      read_table(region.source(), region.roles(), Purpose::measurement, region.progress()), request,
      region.seeded(), region.random(), region.progress());
  region.attack(bucketized.table, bucketized.bucketization, 1 / request.options.l);
  return region.publish(bucketized.bucketization.buckets, output_columns(bucketized), {}, {});
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_bucketize_region, microdata::postgres::bucketize_region)
