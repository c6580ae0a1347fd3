#include "postgres/arguments.hpp"

#include "postgres/guard.hpp"
#include "postgres/text.hpp"

namespace microdata::postgres {

namespace {

std::string to_string(Datum value) {
  return guarded([&] { return TextDatumGetCString(value); });
}

}  // namespace

void Arguments::require(int i, const char* name) const {
  if (is_null(i)) {
    throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, std::string(name) + " must not be null");
  }
}

Oid Arguments::relation(int i, const char* name) const {
  require(i, name);
  return DatumGetObjectId(datum(i));
}

std::int32_t Arguments::integer(int i, const char* name) const {
  require(i, name);
  return DatumGetInt32(datum(i));
}

double Arguments::number(int i, const char* name) const {
  require(i, name);
  return DatumGetFloat8(datum(i));
}

bool Arguments::boolean(int i, const char* name) const {
  require(i, name);
  return DatumGetBool(datum(i));
}

std::string Arguments::text(int i, const char* name) const {
  require(i, name);
  return to_string(datum(i));
}

std::string Arguments::name(int i, const char* name) const {
  require(i, name);
  return NameStr(*DatumGetName(datum(i)));
}

std::string Arguments::json(int i, const char* name) const {
  require(i, name);
  return guarded([&] {
    Jsonb* value = DatumGetJsonbP(datum(i));
    return JsonbToCString(nullptr, &value->root, VARSIZE(value));
  });
}

std::optional<std::int32_t> Arguments::optional_integer(int i) const {
  if (is_null(i)) return std::nullopt;
  return DatumGetInt32(datum(i));
}

std::optional<std::int64_t> Arguments::optional_bigint(int i) const {
  if (is_null(i)) return std::nullopt;
  return DatumGetInt64(datum(i));
}

std::optional<double> Arguments::optional_number(int i) const {
  if (is_null(i)) return std::nullopt;
  return DatumGetFloat8(datum(i));
}

std::optional<std::string> Arguments::optional_text(int i) const {
  if (is_null(i)) return std::nullopt;
  return to_string(datum(i));
}

std::optional<std::vector<std::string>> Arguments::optional_texts(int i, const char* name) const {
  if (is_null(i)) return std::nullopt;
  struct Elements {
    Datum* values;
    bool* nulls;
    int count;
  };
  const Datum array = datum(i);
  const Elements elements = guarded([&] {
    Elements e{};
    deconstruct_array(DatumGetArrayTypeP(array), TEXTOID, -1, false, TYPALIGN_INT, &e.values,
                      &e.nulls, &e.count);
    return e;
  });
  std::vector<std::string> texts;
  for (int e = 0; e < elements.count; ++e) {
    if (elements.nulls[e]) {
      throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, std::string(name) + " must not contain nulls");
    }
    texts.push_back(to_string(elements.values[e]));
  }
  return texts;
}

void Arguments::fail_choice(const char* name, const std::string& given,
                            const std::vector<std::string>& names) {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "unrecognized value for " + std::string(name) + ": " + in_quotes(given))
      .hint("Valid values are " + join(names) + ".");
}

}  // namespace microdata::postgres
