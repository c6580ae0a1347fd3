#include "postgres/privacy_arguments.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>
#include <utility>

#include "postgres/guard.hpp"
#include "postgres/spi.hpp"
#include "postgres/text.hpp"

namespace microdata::postgres {

namespace {

constexpr std::array<std::pair<const char*, LDiversity::Variant>, 4> variants{
    {{"frequency", LDiversity::Variant::frequency},
     {"distinct", LDiversity::Variant::distinct},
     {"entropy", LDiversity::Variant::entropy},
     {"recursive", LDiversity::Variant::recursive}}};

LDiversity::Variant variant_from(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& [variant_name, variant] : variants) {
    if (name == variant_name) return variant;
    names.emplace_back(variant_name);
  }
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "unrecognized variant of l-diversity: " + in_quotes(name))
      .hint("Valid variants are " + join(names) + ".");
}

const char* variant_name(LDiversity::Variant variant) {
  for (const auto& [name, v] : variants) {
    if (v == variant) return name;
  }
  return "";
}

// NaN where the text is no number: the row may have been made by hand.
double to_number(const std::string& text) {
  double number = std::nan("");
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  return result.ec == std::errc() && result.ptr == text.data() + text.size() ? number
                                                                             : std::nan("");
}

double at_least_one(const std::optional<std::string>& text, const char* what) {
  const double number = text ? to_number(*text) : std::nan("");
  if (!std::isfinite(number) || number < 1) {
    throw Error(
        ERRCODE_INVALID_PARAMETER_VALUE,
        std::string(what) + " must be a finite number of at least 1, not " + text.value_or("null"));
  }
  return number;
}

LDiversity make_l_diversity(const PrivacyParameters& parameters) {
  LDiversity model;
  model.l = at_least_one(parameters.l, "l");
  model.variant = variant_from(parameters.variant.value_or("frequency"));
  const bool recursive = model.variant == LDiversity::Variant::recursive;
  if (recursive != parameters.c.has_value()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                recursive ? "recursive l-diversity needs c" : "c is for recursive l-diversity only")
        .hint("As in l_diversity(3, 'recursive', 2).");
  }
  if (recursive) {
    model.c = to_number(*parameters.c);
    if (!std::isfinite(model.c) || model.c <= 0) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "c must be a finite number above 0, not " + *parameters.c);
    }
  }
  return model;
}

}  // namespace

PrivacyModel make_privacy_model(const std::string& name, const PrivacyParameters& parameters) {
  if (name == "k_anonymity") return KAnonymity{at_least_one(parameters.k, "k")};
  if (name == "l_diversity") return make_l_diversity(parameters);
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "unrecognized privacy model: " + in_quotes(name))
      .hint("Make models with k_anonymity() and l_diversity().");
}

PrivacyModel read_privacy_model(const std::string& name, const std::string& parameters) {
  const ResultRow row = query(
                            "SELECT j.o ->> 'k', j.o ->> 'l', j.o ->> 'variant', j.o ->> 'c' "
                            "FROM (SELECT $1::pg_catalog.jsonb) j (o)",
                            {parameters})
                            .front();
  return make_privacy_model(name, {row[0], row[1], row[2], row[3]});
}

std::vector<PrivacyModel> privacy_models(const Arguments& arguments, int i) {
  if (arguments.is_null(i)) return {};
  struct Elements {
    Datum* values;
    bool* nulls;
    int count;
  };
  const Datum array = arguments.call()->args[i].value;
  const Elements elements = guarded([&] {
    Elements e{};
    ArrayType* models = DatumGetArrayTypeP(array);
    std::int16_t length = 0;
    bool by_value = false;
    char align = 0;
    get_typlenbyvalalign(ARR_ELEMTYPE(models), &length, &by_value, &align);
    deconstruct_array(models, ARR_ELEMTYPE(models), length, by_value, align, &e.values, &e.nulls,
                      &e.count);
    return e;
  });
  struct Fields {
    const char* name;
    const char* parameters;
  };
  std::vector<PrivacyModel> models;
  for (int e = 0; e < elements.count; ++e) {
    if (elements.nulls[e]) {
      throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, "privacy must not contain nulls");
    }
    const Fields fields = guarded([&] {
      HeapTupleHeader tuple = DatumGetHeapTupleHeader(elements.values[e]);
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
    models.push_back(read_privacy_model(fields.name == nullptr ? "" : fields.name,
                                        fields.parameters == nullptr ? "{}" : fields.parameters));
  }
  return models;
}

std::string privacy_model_name(const PrivacyModel& model) {
  return std::holds_alternative<KAnonymity>(model) ? "k_anonymity" : "l_diversity";
}

std::string privacy_model_parameters(const PrivacyModel& model) {
  if (const auto* anonymity = std::get_if<KAnonymity>(&model)) {
    return "{\"k\": " + microdata::to_string(anonymity->k) + "}";
  }
  const auto& diversity = std::get<LDiversity>(model);
  std::string json = "{\"l\": " + microdata::to_string(diversity.l) +
                     ", \"variant\": " + json_string(variant_name(diversity.variant));
  if (diversity.variant == LDiversity::Variant::recursive) {
    json += ", \"c\": " + microdata::to_string(diversity.c);
  }
  return json + "}";
}

}  // namespace microdata::postgres
