#include "postgres/server/api.hpp"

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

Datum plan(FunctionCallInfo /*fcinfo*/) {
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, "regions cannot be planned yet");
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_plan_regions, microdata::postgres::plan)
