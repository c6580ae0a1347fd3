#include "postgres/server/api.hpp"

#include <string>

#include "postgres/server/guard.hpp"

// What a single model becomes where an array of models belongs: an error that says so.

namespace microdata::postgres {

namespace {

// The name of the model's constructor; null where there is no model, or none with a name.
const char* constructor_of(FunctionCallInfo fcinfo) {
  if (PG_ARGISNULL(0)) return nullptr;
  return guarded([&]() -> const char* {
    bool is_null = false;
    const Datum name = GetAttributeByName(PG_GETARG_HEAPTUPLEHEADER(0), "model", &is_null);
    return is_null ? nullptr : TextDatumGetCString(name);
  });
}

Datum privacy_model_array(FunctionCallInfo fcinfo) {
  const char* constructor = constructor_of(fcinfo);
  const std::string model = constructor == nullptr ? "..." : std::string(constructor) + "(...)";
  throw Error(ERRCODE_DATATYPE_MISMATCH, "privacy must be an array of privacy models")
      .hint("Write privacy => ARRAY[" + model + "], for a single model as well.");
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_privacy_model_array, microdata::postgres::privacy_model_array)
