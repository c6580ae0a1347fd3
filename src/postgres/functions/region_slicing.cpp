#include "postgres/server/api.hpp"

#include <vector>

#include "postgres/distributed/asked_region.hpp"
#include "postgres/methods/slicing/distributed_slicing.hpp"
#include "postgres/methods/slicing/sliced_release.hpp"
#include "postgres/methods/slicing/slicing_arguments.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"

// microdata.slice_region: what a server makes of one region of a distributed table.

namespace microdata::postgres {

namespace {

Datum slice_region(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  AskedRegion region(fcinfo, arguments, "slicing");
  SlicingRequest request = slicing_request(arguments);
  request.options.generalizes_linked = request.options.if_infeasible == IfInfeasible::generalize;
  check_request(request, region.source(), region.roles(), true);
  SlicedTable sliced = slice_source(read_for_slicing(region.source(), region.roles(), request,
                                                     Purpose::measurement, region.progress()),
                                    request, region.seeded(), region.random(), region.progress());
  sliced.is_region = true;
  region.attack(sliced.table, sliced.slicing, 1 / request.options.l);
  const WrittenSlices written(sliced);
  return region.publish(sliced.slicing.buckets, written.columns, written.types,
                        figures_of_region(sliced));
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_slice_region, microdata::postgres::slice_region)
