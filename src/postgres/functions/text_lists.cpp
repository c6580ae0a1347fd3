#include "postgres/server/api.hpp"

#include <cstring>
#include <string>

#include "postgres/server/guard.hpp"
#include "postgres/values/text_list.hpp"

// The type text_list, whose values are arrays of text.

namespace microdata::postgres {

namespace {

Datum text_list_in(FunctionCallInfo fcinfo) {
  char* text = PG_GETARG_CSTRING(0);
  if (!begins_as_array(text)) {
    const std::string one = list_of_one(text);
    if (one.empty()) throw malformed_list(text);
    return guarded(
        [&] { return OidInputFunctionCall(F_ARRAY_IN, pstrdup(one.c_str()), TEXTOID, -1); });
  }
  // Errors of PostgreSQL 17 show the blanks before an array, those of older versions do not.
  text += std::strspn(text, " \t\n\r\v\f");
  return guarded([&] { return OidInputFunctionCall(F_ARRAY_IN, text, TEXTOID, -1); });
}

Datum text_list_out(FunctionCallInfo fcinfo) {
  return guarded(
      [&] { return CStringGetDatum(OidOutputFunctionCall(F_ARRAY_OUT, PG_GETARG_DATUM(0))); });
}

Datum text_list_recv(FunctionCallInfo fcinfo) {
  auto* message = reinterpret_cast<StringInfo>(PG_GETARG_POINTER(0));
  return guarded([&] { return OidReceiveFunctionCall(F_ARRAY_RECV, message, TEXTOID, -1); });
}

Datum text_list_send(FunctionCallInfo fcinfo) {
  return guarded(
      [&] { return PointerGetDatum(OidSendFunctionCall(F_ARRAY_SEND, PG_GETARG_DATUM(0))); });
}

// A cast from an array of text, and back to one.
Datum same_array(FunctionCallInfo fcinfo) {
  return guarded([&] { return PointerGetDatum(PG_GETARG_ARRAYTYPE_P(0)); });
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_text_list_in, microdata::postgres::text_list_in)
MICRODATA_FUNCTION(pg_microdata_text_list_out, microdata::postgres::text_list_out)
MICRODATA_FUNCTION(pg_microdata_text_list_recv, microdata::postgres::text_list_recv)
MICRODATA_FUNCTION(pg_microdata_text_list_send, microdata::postgres::text_list_send)
MICRODATA_FUNCTION(pg_microdata_same_array, microdata::postgres::same_array)
