#include "postgres/server/api.hpp"

#include "postgres/server/error.hpp"
#include "postgres/server/guard.hpp"

// Until branch `reader` has functions/regions.cpp: to be deleted when that is merged.

namespace microdata::postgres {

namespace {

Datum plan_regions_function(FunctionCallInfo /*fcinfo*/) {
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, "plan_regions() comes with branch reader");
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_plan_regions, microdata::postgres::plan_regions_function)
