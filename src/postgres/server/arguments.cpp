#include "postgres/server/arguments.hpp"

#include <algorithm>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

std::string to_string(Datum value) {
  return guarded([&] { return TextDatumGetCString(value); });
}

std::string to_json(Datum value) {
  return guarded([&] {
    Jsonb* json = DatumGetJsonbP(value);
    return JsonbToCString(nullptr, &json->root, VARSIZE(json));
  });
}

}  // namespace

std::vector<Datum> array_elements(Datum array, const char* name) {
  struct Elements {
    Datum* values;
    bool* nulls;
    int count;
  };
  const Elements found = guarded([&] {
    Elements e{};
    ArrayType* whole = DatumGetArrayTypeP(array);
    std::int16_t length = 0;
    bool by_value = false;
    char align = 0;
    get_typlenbyvalalign(ARR_ELEMTYPE(whole), &length, &by_value, &align);
    deconstruct_array(whole, ARR_ELEMTYPE(whole), length, by_value, align, &e.values, &e.nulls,
                      &e.count);
    return e;
  });
  if (std::any_of(found.nulls, found.nulls + found.count, [](bool is_null) { return is_null; })) {
    throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, std::string(name) + " must not contain nulls");
  }
  return {found.values, found.values + found.count};
}

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
  return to_json(datum(i));
}

std::vector<std::int32_t> Arguments::integers(int i, const char* name) const {
  require(i, name);
  std::vector<std::int32_t> integers;
  for (const Datum element : array_elements(datum(i), name))
    integers.push_back(DatumGetInt32(element));
  return integers;
}

std::vector<double> Arguments::numbers(int i, const char* name) const {
  require(i, name);
  std::vector<double> numbers;
  for (const Datum element : array_elements(datum(i), name))
    numbers.push_back(DatumGetFloat8(element));
  return numbers;
}

std::vector<std::string> Arguments::texts(int i, const char* name) const {
  require(i, name);
  std::vector<std::string> texts;
  for (const Datum element : array_elements(datum(i), name))
    texts.push_back(to_string(element));
  return texts;
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

std::optional<std::string> Arguments::optional_json(int i) const {
  if (is_null(i)) return std::nullopt;
  return to_json(datum(i));
}

std::optional<std::vector<std::string>> Arguments::optional_texts(int i, const char* name) const {
  if (is_null(i)) return std::nullopt;
  return texts(i, name);
}

void Arguments::fail_choice(const char* name, const std::string& given,
                            const std::vector<std::string>& names) {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "unrecognized value for " + std::string(name) + ": " + in_quotes(given))
      .hint("Valid values are " + join(names) + ".");
}

}  // namespace microdata::postgres
