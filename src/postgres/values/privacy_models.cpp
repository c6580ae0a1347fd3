#include "postgres/values/privacy_models.hpp"

#include <array>
#include <charconv>
#include <limits>
#include <system_error>
#include <utility>
#include <variant>

#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

using Parameters = PrivacyParameters;

// The names of an enum's values, in its order.
template <std::size_t n>
using Names = std::array<const char*, n>;

constexpr Names<4> variants{"frequency", "distinct", "entropy", "recursive"};
constexpr Names<3> closeness_distances{"equal", "ordered", "hierarchical"};
constexpr Names<3> belief_distances{"total-variation", "kullback-leibler", "jensen-shannon"};

template <typename Enum, std::size_t n>
Enum from_name(const std::string& given, const Names<n>& names, const char* what) {
  for (std::size_t i = 0; i < n; ++i) {
    if (given == names[i]) return static_cast<Enum>(i);
  }
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              std::string("unrecognized ") + what + ": " + in_quotes(given))
      .hint("Valid ones are " + join({names.begin(), names.end()}) + ".");
}

template <typename Enum, std::size_t n>
std::string to_name(Enum value, const Names<n>& names) {
  return names[static_cast<std::size_t>(value)];
}

// Returns a number; NaN if the text is not a number, because the row might have been made by hand.
double to_number(const std::string& text) {
  double number = std::nan("");
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  return result.ec == std::errc() && result.ptr == text.data() + text.size() ? number
                                                                             : std::nan("");
}

struct Range {
  double least;
  double most;
  bool least_allowed;
  const char* description;
};

constexpr double no_end = std::numeric_limits<double>::max();
constexpr Range from_one{1, no_end, true, "a finite number of at least 1"};
constexpr Range above_zero{0, no_end, false, "a finite number above 0"};
constexpr Range from_zero{0, no_end, true, "a finite number of at least 0"};
constexpr Range share{0, 1, true, "a number between 0 and 1"};
constexpr Range positive_share{0, 1, false, "a number above 0 and at most 1"};

double number_in(const Parameters& parameters, const char* name, const Range& range) {
  const auto text = parameters.find(name);
  const double number = text == parameters.end() ? std::nan("") : to_number(text->second);
  if (number >= range.least && number <= range.most &&
      (range.least_allowed || number > range.least)) {
    return number;
  }
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              std::string(name) + " must be " + range.description + ", not " +
                  (text == parameters.end() ? "null" : text->second));
}

std::string text_in(const Parameters& parameters, const char* name, const char* otherwise) {
  const auto text = parameters.find(name);
  return text == parameters.end() ? otherwise : text->second;
}

LDiversity make_l_diversity(const Parameters& parameters) {
  LDiversity model;
  model.l = number_in(parameters, "l", from_one);
  model.variant = from_name<LDiversity::Variant>(text_in(parameters, "variant", "frequency"),
                                                 variants, "variant of l-diversity");
  const bool recursive = model.variant == LDiversity::Variant::recursive;
  if (recursive != parameters.contains("c")) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                recursive ? "recursive l-diversity needs c" : "c is for recursive l-diversity only")
        .hint("As in l_diversity(3, 'recursive', 2).");
  }
  if (recursive) model.c = number_in(parameters, "c", above_zero);
  return model;
}

AlphaKAnonymity make_alpha_k_anonymity(const Parameters& parameters) {
  AlphaKAnonymity model;
  model.alpha = number_in(parameters, "alpha", positive_share);
  model.k = number_in(parameters, "k", from_one);
  if (parameters.contains("value")) model.value = parameters.at("value");
  return model;
}

RhoBreach make_rho_breach(const Parameters& parameters) {
  const RhoBreach model{number_in(parameters, "rho1", share), number_in(parameters, "rho2", share)};
  if (model.rho1 < model.rho2) return model;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "rho1 must be below rho2, not " +
                                                   microdata::to_string(model.rho1) + " and " +
                                                   microdata::to_string(model.rho2));
}

// A model's name and parameters.
struct Description {
  const char* name;
  Json parameters;
};

template <typename... Members>
Description described(const char* name, const Members&... members) {
  Json parameters = Json::object();
  (parameters.add(members.first, members.second), ...);
  return {name, std::move(parameters)};
}

struct Describe {
  Description operator()(const KAnonymity& m) const {
    return described("k_anonymity", std::pair("k", m.k));
  }
  Description operator()(const LDiversity& m) const {
    Description d = described("l_diversity", std::pair("l", m.l),
                              std::pair("variant", to_name(m.variant, variants)));
    if (m.variant == LDiversity::Variant::recursive) d.parameters.add("c", m.c);
    return d;
  }
  Description operator()(const AlphaKAnonymity& m) const {
    Description d =
        described("alpha_k_anonymity", std::pair("alpha", m.alpha), std::pair("k", m.k));
    if (m.value) d.parameters.add("value", *m.value);
    return d;
  }
  Description operator()(const TCloseness& m) const {
    return described("t_closeness", std::pair("t", m.t),
                     std::pair("distance", to_name(m.distance, closeness_distances)));
  }
  Description operator()(const DeltaDisclosure& m) const {
    return described("delta_disclosure", std::pair("delta", m.delta));
  }
  Description operator()(const BetaLikeness& m) const {
    return described("beta_likeness", std::pair("beta", m.beta));
  }
  Description operator()(const RhoBreach& m) const {
    return described("rho_breach", std::pair("rho1", m.rho1), std::pair("rho2", m.rho2));
  }
  Description operator()(const BeliefDistance& m) const {
    return described("belief_distance", std::pair("b", m.b),
                     std::pair("distance", to_name(m.distance, belief_distances)));
  }
};

}  // namespace

PrivacyModel make_privacy_model(const std::string& name, const PrivacyParameters& parameters) {
  if (name == "k_anonymity") return KAnonymity{number_in(parameters, "k", from_one)};
  if (name == "l_diversity") return make_l_diversity(parameters);
  if (name == "alpha_k_anonymity") return make_alpha_k_anonymity(parameters);
  if (name == "t_closeness") {
    return TCloseness{number_in(parameters, "t", share),
                      from_name<TCloseness::Distance>(text_in(parameters, "distance", "equal"),
                                                      closeness_distances, "distance")};
  }
  if (name == "delta_disclosure")
    return DeltaDisclosure{number_in(parameters, "delta", above_zero)};
  if (name == "beta_likeness") return BetaLikeness{number_in(parameters, "beta", from_zero)};
  if (name == "rho_breach") return make_rho_breach(parameters);
  if (name == "belief_distance") {
    return BeliefDistance{
        number_in(parameters, "b", from_zero),
        from_name<BeliefDistance::Distance>(text_in(parameters, "distance", "total-variation"),
                                            belief_distances, "distance")};
  }
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "unrecognized privacy model: " + in_quotes(name))
      .hint("Make models with constructors such as k_anonymity() and t_closeness().");
}

PrivacyModel read_privacy_model(const Json& model) {
  PrivacyParameters values;
  for (const auto& [name, value] : model["parameters"].members()) {
    if (const auto text = value.text()) values[name] = *text;
  }
  return make_privacy_model(model["model"].text().value_or(""), values);
}

std::vector<PrivacyModel> read_privacy_models(const Json& models) {
  std::vector<PrivacyModel> read;
  for (const Json& model : models.elements())
    read.push_back(read_privacy_model(model));
  return read;
}

PrivacyModel to_privacy_model(Datum value) {
  struct Fields {
    const char* name;
    Datum parameters;
    bool has_parameters;
  };
  const Fields fields = guarded([&] {
    HeapTupleHeader tuple = DatumGetHeapTupleHeader(value);
    Fields f{};
    bool is_null = false;
    const Datum name = GetAttributeByName(tuple, "model", &is_null);
    if (!is_null) f.name = TextDatumGetCString(name);
    f.parameters = GetAttributeByName(tuple, "parameters", &is_null);
    f.has_parameters = !is_null;
    return f;
  });
  Json model = Json::object();
  model.add("model", fields.name == nullptr ? "" : fields.name);
  if (fields.has_parameters) model.add("parameters", Json::of(fields.parameters));
  return read_privacy_model(model);
}

std::vector<PrivacyModel> privacy_models(Datum array, const char* name) {
  std::vector<PrivacyModel> models;
  for (const Datum element : array_elements(array, name))
    models.push_back(to_privacy_model(element));
  return models;
}

Json privacy_model_json(const PrivacyModel& model) {
  const Description described = std::visit(Describe{}, model);
  return Json::object().add("model", described.name).add("parameters", described.parameters);
}

Json privacy_models_json(const std::vector<PrivacyModel>& models) {
  return json_array(models, privacy_model_json);
}

}  // namespace microdata::postgres
