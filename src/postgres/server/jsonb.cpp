#include "postgres/server/jsonb.hpp"

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

Datum jsonb_result(const std::string& json, MemoryContext context) {
  return guarded([&] {
    MemoryContext const around = MemoryContextSwitchTo(context);
    const Datum result = DirectFunctionCall1(jsonb_in, CStringGetDatum(json.c_str()));
    MemoryContextSwitchTo(around);
    return result;
  });
}

}  // namespace microdata::postgres
