#include "postgres/server/api.hpp"

#include <string>
#include <variant>

#include "postgres/inspection/method.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

// What a method has to be judged by.

namespace microdata::postgres {

namespace {

const Missing* missing_for(const std::string& gate, const Method& method) {
  if (gate == "loss") return std::get_if<Missing>(&method.loss);
  if (gate == "linkability" || gate == "singling_out")
    return std::get_if<Missing>(&method.released_table);
  if (gate == "composition" || gate == "minimality") return std::get_if<Missing>(&method.places);
  return nullptr;
}

Datum check_gate_of_method(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const std::string gate = arguments.text("gate");
  const std::string name = arguments.text("method");
  const Method& method = method_named(name);
  const Missing* const missing = missing_for(gate, method);
  if (missing == nullptr) return 0;
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
              "gate " + in_quotes(gate) + " is not supported for method " + in_quotes(method.name))
      .detail(missing->detail != nullptr ? missing->detail : "")
      .hint(missing->hint);
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_check_gate_of_method, microdata::postgres::check_gate_of_method)
