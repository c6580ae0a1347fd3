#pragma once

#include "postgres/server/api.hpp"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace microdata::postgres {

struct JsonMember;

// A JSON value with the values of jsonb. It owns its memory, and none of the server's.
class Json {
 public:
  using Array = std::vector<Json>;
  // The members in the order of jsonb if read from it: by length and then by bytes.
  using Object = std::vector<JsonMember>;

  Json();
  Json(bool value);
  Json(const char* text);
  Json(std::string_view text);
  Json(std::string text);
  // Makes a number; an infinite number becomes a text, because JSON has none.
  Json(double number);
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) Json(Integer number);
  template <typename T>
  Json(const std::optional<T>& value);
  template <typename T>
  Json(const std::vector<T>& elements);

  // Returns the number that has these digits, of any size, as numeric writes them.
  static Json numeric(std::string digits);
  static Json array();
  static Json object();

  // Returns the value that JSON stands for. Fails as jsonb's input does, and for arrays and objects
  // more than 1,000 deep within each other.
  static Json parse(const std::string& json);
  static Json of(Datum jsonb);

  // Returns JSON that jsonb reads as the same value.
  std::string str() const;
  // Returns the value as jsonb in `context`. If the function has a session of SPI or a scope of
  // memory that ends before it returns, this must be the context of the function's caller.
  Datum datum(MemoryContext context) const;

  // Returns "null", "boolean", "number", "string", "array" or "object", as jsonb_typeof() does.
  const char* type() const;
  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_boolean() const { return std::holds_alternative<bool>(value_); }
  bool is_number() const { return std::holds_alternative<Number>(value_); }
  bool is_string() const { return std::holds_alternative<std::string>(value_); }
  bool is_array() const { return std::holds_alternative<Array>(value_); }
  bool is_object() const { return std::holds_alternative<Object>(value_); }
  bool is_true() const;

  // Returns the result of `->>`: a string itself, other values as JSON; nothing for null.
  std::optional<std::string> text() const;
  // Fails if the value is neither a number nor a string that is one.
  double number() const;
  std::int64_t integer() const;

  // Returns the elements of an array; none for other values.
  const Array& elements() const;
  // Returns the texts of an array's elements; "" for null.
  std::vector<std::string> texts() const;
  // Returns the members of an object; none for other values.
  const Object& members() const;
  // Returns a member of an object; null if it has none of that name, or if the value is not an
  // object.
  const Json& operator[](std::string_view key) const;
  bool contains(std::string_view key) const;

  // Adds a member to an object that has none of that name.
  Json& add(std::string_view key, Json value);
  // Adds a member to an object, or replaces it.
  Json& set(std::string_view key, Json value);
  void remove(std::string_view key);
  // Adds an element to an array.
  void push_back(Json element);

 private:
  struct Number {
    std::string digits;
  };
  class Parser;

  void write(std::string& json) const;

  std::variant<std::monostate, bool, Number, std::string, Array, Object> value_;
};

struct JsonMember {
  std::string key;
  Json value;
};

template <std::integral Integer>
requires(!std::same_as<Integer, bool>) Json::Json(Integer number)
    : value_(Number{std::to_string(number)}) {}

template <typename T>
Json::Json(const std::optional<T>& value) : Json(value ? Json(*value) : Json()) {}

template <typename T>
Json::Json(const std::vector<T>& elements) : value_(Array(elements.begin(), elements.end())) {}

// Returns an array of the results of `element` for each of the items.
template <typename Items, typename Element>
Json json_array(const Items& items, const Element& element) {
  Json array = Json::array();
  for (const auto& item : items)
    array.push_back(element(item));
  return array;
}

}  // namespace microdata::postgres
