#include "postgres/server/api.hpp"

#include <string>
#include <tuple>
#include <variant>

#include "postgres/inspection/layout_operations.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"

// Functions that gates of series need: the figures by which a method and an edition are judged.

namespace microdata::postgres {

namespace {

const Missing* missing_for(const std::string& gate, const LayoutOperations& operations) {
  if (gate == "loss") return std::get_if<Missing>(&operations.loss);
  if (gate == "linkability") return std::get_if<Missing>(&operations.released_table);
  if (gate == "composition" || gate == "minimality")
    return std::get_if<Missing>(&operations.places);
  return nullptr;
}

Datum check_gate_of_method(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const std::string gate = arguments.text("gate");
  const std::string name = arguments.text("method");
  const Method& method = method_named(name);
  const Missing* const missing = missing_for(gate, operations_of(method.layout));
  if (missing == nullptr) return 0;
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
              "gate " + in_quotes(gate) + " is not supported for method " + in_quotes(method.name))
      .detail(missing->detail != nullptr ? missing->detail : "")
      .hint(missing->hint);
}

Datum has_rows(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  // Until the transaction ends nobody gives its name to another relation.
  const Source source = open_source(arguments.relation("relation"));
  const ResultRow row =
      query_rows("SELECT EXISTS (SELECT FROM " + qualified_name(source.relation) + ")").front();
  return BoolGetDatum(row.front() == "t");
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_check_gate_of_method, microdata::postgres::check_gate_of_method)
MICRODATA_FUNCTION(pg_microdata_has_rows, microdata::postgres::has_rows)
