#include "postgres/values/privacy_models.hpp"

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"

// The constructors of privacy_model.

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

// The arguments by name; `numbers` first, then texts.
struct Signature {
  const char* model;
  std::vector<const char*> numbers;
  std::vector<const char*> texts;
};

Datum construct(FunctionCallInfo fcinfo, const Signature& signature) {
  const Arguments arguments(fcinfo);
  PrivacyParameters parameters;
  int i = 0;
  for (const char* name : signature.numbers) {
    if (const auto number = arguments.optional_number(i++)) {
      parameters[name] = microdata::to_string(*number);
    }
  }
  for (const char* name : signature.texts) {
    if (const auto text = arguments.optional_text(i++)) parameters[name] = *text;
  }
  return model_row(fcinfo, make_privacy_model(signature.model, parameters));
}

Datum k_anonymity(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  return model_row(fcinfo, make_privacy_model("k_anonymity",
                                              {{"k", std::to_string(arguments.integer(0, "k"))}}));
}

Datum l_diversity(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  PrivacyParameters parameters{{"l", microdata::to_string(arguments.number(0, "l"))},
                               {"variant", arguments.text(1, "variant")}};
  if (const auto c = arguments.optional_number(2)) parameters["c"] = microdata::to_string(*c);
  return model_row(fcinfo, make_privacy_model("l_diversity", parameters));
}

Datum alpha_k_anonymity(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  PrivacyParameters parameters{{"alpha", microdata::to_string(arguments.number(0, "alpha"))},
                               {"k", std::to_string(arguments.integer(1, "k"))}};
  if (const auto value = arguments.optional_text(2)) parameters["value"] = *value;
  return model_row(fcinfo, make_privacy_model("alpha_k_anonymity", parameters));
}

Datum t_closeness(FunctionCallInfo fcinfo) {
  return construct(fcinfo, {"t_closeness", {"t"}, {"distance"}});
}

Datum delta_disclosure(FunctionCallInfo fcinfo) {
  return construct(fcinfo, {"delta_disclosure", {"delta"}, {}});
}

Datum beta_likeness(FunctionCallInfo fcinfo) {
  return construct(fcinfo, {"beta_likeness", {"beta"}, {}});
}

Datum rho_breach(FunctionCallInfo fcinfo) {
  return construct(fcinfo, {"rho_breach", {"rho1", "rho2"}, {}});
}

Datum belief_distance(FunctionCallInfo fcinfo) {
  return construct(fcinfo, {"belief_distance", {"b"}, {"distance"}});
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_k_anonymity, microdata::postgres::k_anonymity)
MICRODATA_FUNCTION(pg_microdata_l_diversity, microdata::postgres::l_diversity)
MICRODATA_FUNCTION(pg_microdata_alpha_k_anonymity, microdata::postgres::alpha_k_anonymity)
MICRODATA_FUNCTION(pg_microdata_t_closeness, microdata::postgres::t_closeness)
MICRODATA_FUNCTION(pg_microdata_delta_disclosure, microdata::postgres::delta_disclosure)
MICRODATA_FUNCTION(pg_microdata_beta_likeness, microdata::postgres::beta_likeness)
MICRODATA_FUNCTION(pg_microdata_rho_breach, microdata::postgres::rho_breach)
MICRODATA_FUNCTION(pg_microdata_belief_distance, microdata::postgres::belief_distance)
