#include "postgres/server/api.hpp"

#include "postgres/server/guard.hpp"

// The cast of a single model to the array of one that it stands for.

namespace microdata::postgres {

namespace {

// A null model is an element: one that was given must not get lost.
Datum privacy_model_array(FunctionCallInfo fcinfo) {
  return guarded([&] {
    const Oid type = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));
    bool is_null = PG_ARGISNULL(0);
    Datum model = is_null ? Datum{0} : PG_GETARG_DATUM(0);
    int size = 1;
    int first = 1;
    return PointerGetDatum(
        construct_md_array(&model, &is_null, 1, &size, &first, type, -1, false, TYPALIGN_DOUBLE));
  });
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_privacy_model_array, microdata::postgres::privacy_model_array)
