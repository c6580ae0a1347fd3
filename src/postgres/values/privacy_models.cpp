#include "postgres/values/privacy_models.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>
#include <variant>

#include "postgres/server/guard.hpp"
#include "postgres/server/json_object.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

using Parameters = PrivacyParameters;

// Names of an enum's values, in its order.
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

// NaN where the text is no number: the row may have been made by hand.
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
  JsonObject parameters;

  Description& number(const char* key, double value) {
    parameters.add(key, microdata::to_string(value));
    return *this;
  }
  Description& text(const char* key, const std::string& value) {
    parameters.add_text(key, value);
    return *this;
  }
};

struct Describe {
  Description operator()(const KAnonymity& m) const {
    return Description{"k_anonymity", {}}.number("k", m.k);
  }
  Description operator()(const LDiversity& m) const {
    Description d{"l_diversity", {}};
    d.number("l", m.l).text("variant", to_name(m.variant, variants));
    if (m.variant == LDiversity::Variant::recursive) d.number("c", m.c);
    return d;
  }
  Description operator()(const AlphaKAnonymity& m) const {
    Description d{"alpha_k_anonymity", {}};
    d.number("alpha", m.alpha).number("k", m.k);
    if (m.value) d.text("value", *m.value);
    return d;
  }
  Description operator()(const TCloseness& m) const {
    return Description{"t_closeness", {}}.number("t", m.t).text(
        "distance", to_name(m.distance, closeness_distances));
  }
  Description operator()(const DeltaDisclosure& m) const {
    return Description{"delta_disclosure", {}}.number("delta", m.delta);
  }
  Description operator()(const BetaLikeness& m) const {
    return Description{"beta_likeness", {}}.number("beta", m.beta);
  }
  Description operator()(const RhoBreach& m) const {
    return Description{"rho_breach", {}}.number("rho1", m.rho1).number("rho2", m.rho2);
  }
  Description operator()(const BeliefDistance& m) const {
    return Description{"belief_distance", {}}.number("b", m.b).text(
        "distance", to_name(m.distance, belief_distances));
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

PrivacyModel read_privacy_model(const std::string& name, const std::string& parameters) {
  PrivacyParameters values;
  for (const ResultRow& row : query("SELECT e.key, e.value FROM pg_catalog.jsonb_each_text("
                                    "$1::pg_catalog.jsonb) e WHERE e.value IS NOT NULL",
                                    {parameters})) {
    values[*row[0]] = *row[1];
  }
  return make_privacy_model(name, values);
}

PrivacyModel to_privacy_model(Datum value) {
  struct Fields {
    const char* name;
    const char* parameters;
  };
  const Fields fields = guarded([&] {
    HeapTupleHeader tuple = DatumGetHeapTupleHeader(value);
    Fields f{};
    bool is_null = false;
    const Datum name = GetAttributeByName(tuple, "model", &is_null);
    if (!is_null) f.name = TextDatumGetCString(name);
    const Datum parameters = GetAttributeByName(tuple, "parameters", &is_null);
    if (!is_null) {
      Jsonb* json = DatumGetJsonbP(parameters);
      f.parameters = JsonbToCString(nullptr, &json->root, VARSIZE(json));
    }
    return f;
  });
  return read_privacy_model(fields.name == nullptr ? "" : fields.name,
                            fields.parameters == nullptr ? "{}" : fields.parameters);
}

std::vector<PrivacyModel> privacy_models(Datum array, const char* name) {
  std::vector<PrivacyModel> models;
  for (const Datum element : array_elements(array, name))
    models.push_back(to_privacy_model(element));
  return models;
}

std::string privacy_model_name(const PrivacyModel& model) {
  return std::visit(Describe{}, model).name;
}

std::string privacy_model_parameters(const PrivacyModel& model) {
  return std::visit(Describe{}, model).parameters.str();
}

std::string privacy_models_json(const std::vector<PrivacyModel>& models) {
  std::vector<std::string> elements;
  for (const PrivacyModel& model : models) {
    JsonObject object;
    object.add_text("model", privacy_model_name(model));
    object.add("parameters", privacy_model_parameters(model));
    elements.push_back(object.str());
  }
  return "[" + join(elements) + "]";
}

}  // namespace microdata::postgres
