#include "postgres/values/privacy_models.hpp"

#include "postgres/server/api.hpp"

#include <string>

#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"

// The constructors of privacy_model, and the cast of a single model to an array of that model.

namespace microdata::postgres {

namespace {

Datum model_row(FunctionCallInfo fcinfo, const PrivacyModel& model) {
  const Json json = privacy_model_json(model);
  const std::string name = json["model"].text().value_or("");
  const Datum parameters = json["parameters"].datum(CurrentMemoryContext);
  return guarded([&] {
    TupleDesc descriptor = nullptr;
    if (get_call_result_type(fcinfo, nullptr, &descriptor) != TYPEFUNC_COMPOSITE) {
      elog(ERROR, "return type must be a row type");
    }
    Datum values[] = {CStringGetTextDatum(name.c_str()), parameters};
    bool nulls[] = {false, false};
    return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(descriptor), values, nulls));
  });
}

// The parameters of a model from the arguments of the same names.
class Given {
 public:
  explicit Given(FunctionCallInfo fcinfo) : fcinfo_(fcinfo), arguments_(fcinfo) {}

  // These functions fail if the argument is NULL.
  Given& integer(const char* name) {
    parameters_[name] = std::to_string(arguments_.integer(name));
    return *this;
  }
  Given& number(const char* name) {
    parameters_[name] = microdata::to_string(arguments_.number(name));
    return *this;
  }
  Given& text(const char* name) {
    parameters_[name] = arguments_.text(name);
    return *this;
  }
  // These functions leave a NULL argument to make_privacy_model().
  Given& optional_number(const char* name) {
    if (const auto number = arguments_.optional_number(name))
      parameters_[name] = microdata::to_string(*number);
    return *this;
  }
  Given& optional_text(const char* name) {
    if (const auto text = arguments_.optional_text(name)) parameters_[name] = *text;
    return *this;
  }

  Datum make(const char* model) const {
    return model_row(fcinfo_, make_privacy_model(model, parameters_));
  }

 private:
  FunctionCallInfo fcinfo_;
  Arguments arguments_;
  PrivacyParameters parameters_;
};

Datum k_anonymity(FunctionCallInfo fcinfo) {
  return Given(fcinfo).integer("k").make("k_anonymity");
}

Datum l_diversity(FunctionCallInfo fcinfo) {
  return Given(fcinfo).number("l").text("variant").optional_number("c").make("l_diversity");
}

Datum alpha_k_anonymity(FunctionCallInfo fcinfo) {
  return Given(fcinfo).number("alpha").integer("k").optional_text("value").make(
      "alpha_k_anonymity");
}

Datum t_closeness(FunctionCallInfo fcinfo) {
  return Given(fcinfo).optional_number("t").optional_text("distance").make("t_closeness");
}

Datum delta_disclosure(FunctionCallInfo fcinfo) {
  return Given(fcinfo).optional_number("delta").make("delta_disclosure");
}

Datum beta_likeness(FunctionCallInfo fcinfo) {
  return Given(fcinfo).optional_number("beta").make("beta_likeness");
}

Datum rho_breach(FunctionCallInfo fcinfo) {
  return Given(fcinfo).optional_number("rho1").optional_number("rho2").make("rho_breach");
}

Datum belief_distance(FunctionCallInfo fcinfo) {
  return Given(fcinfo).optional_number("b").optional_text("distance").make("belief_distance");
}

}  // namespace

namespace {

// Returns an array of one model. A null model is an element, so that a given model does not get
// lost.
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

MICRODATA_FUNCTION(pg_microdata_k_anonymity, microdata::postgres::k_anonymity)
MICRODATA_FUNCTION(pg_microdata_l_diversity, microdata::postgres::l_diversity)
MICRODATA_FUNCTION(pg_microdata_alpha_k_anonymity, microdata::postgres::alpha_k_anonymity)
MICRODATA_FUNCTION(pg_microdata_t_closeness, microdata::postgres::t_closeness)
MICRODATA_FUNCTION(pg_microdata_delta_disclosure, microdata::postgres::delta_disclosure)
MICRODATA_FUNCTION(pg_microdata_beta_likeness, microdata::postgres::beta_likeness)
MICRODATA_FUNCTION(pg_microdata_rho_breach, microdata::postgres::rho_breach)
MICRODATA_FUNCTION(pg_microdata_belief_distance, microdata::postgres::belief_distance)

MICRODATA_FUNCTION(pg_microdata_privacy_model_array, microdata::postgres::privacy_model_array)
