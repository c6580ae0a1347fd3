#include "postgres/api.hpp"

#include <string>

#include "postgres/arguments.hpp"
#include "postgres/guard.hpp"
#include "postgres/privacy_arguments.hpp"

// k_anonymity and l_diversity: constructors of privacy_model.

namespace microdata::postgres {

namespace {

Datum model_row(FunctionCallInfo fcinfo, const PrivacyModel& model) {
  const std::string name = privacy_model_name(model);
  const std::string parameters = privacy_model_parameters(model);
  return guarded([&] {
    TupleDesc descriptor = nullptr;
    if (get_call_result_type(fcinfo, nullptr, &descriptor) != TYPEFUNC_COMPOSITE) {
      elog(ERROR, "return type must be a row type");
    }
    Datum values[] = {CStringGetTextDatum(name.c_str()),
                      DirectFunctionCall1(jsonb_in, CStringGetDatum(parameters.c_str()))};
    bool nulls[] = {false, false};
    return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(descriptor), values, nulls));
  });
}

Datum k_anonymity(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  PrivacyParameters parameters;
  parameters.k = std::to_string(arguments.integer(0, "k"));
  return model_row(fcinfo, make_privacy_model("k_anonymity", parameters));
}

Datum l_diversity(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  PrivacyParameters parameters;
  parameters.l = microdata::to_string(arguments.number(0, "l"));
  parameters.variant = arguments.text(1, "variant");
  if (const auto c = arguments.optional_number(2)) parameters.c = microdata::to_string(*c);
  return model_row(fcinfo, make_privacy_model("l_diversity", parameters));
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_k_anonymity, microdata::postgres::k_anonymity)
MICRODATA_FUNCTION(pg_microdata_l_diversity, microdata::postgres::l_diversity)
