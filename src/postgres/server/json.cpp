#include "postgres/server/json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <utility>

#include "core/privacy/privacy_model.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// The largest depth, because values within each other are freed by recursion.
constexpr std::size_t deepest = 1000;

Datum read(const std::string& json) {
  return guarded([&] { return DirectFunctionCall1(jsonb_in, CStringGetDatum(json.c_str())); });
}

// Returns a string as JSON, valid in every encoding that a server can have.
std::string quoted_text(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(c));
      json += escape.data();
    } else {
      json += c;
    }
  }
  return json + '"';
}

}  // namespace

// Walks through jsonb. Its open values lie within each other, from the outermost on.
class Json::Parser {
 public:
  explicit Parser(Datum jsonb) : json_(guarded([&] { return DatumGetJsonbP(jsonb); })) {}

  Json parse() {
    iterator_ = guarded([&] { return JsonbIteratorInit(&json_->root); });
    const bool scalar = JB_ROOT_IS_SCALAR(json_);
    for (;;) {
      JsonbValue value;
      const JsonbIteratorToken token = guarded([&] {
        CHECK_FOR_INTERRUPTS();
        return JsonbIteratorNext(&iterator_, &value, false);
      });
      switch (token) {
        case WJB_BEGIN_ARRAY:
          open(Json::array());
          break;
        case WJB_BEGIN_OBJECT:
          open(Json::object());
          break;
        case WJB_KEY:
          keys_.back().assign(value.val.string.val, static_cast<std::size_t>(value.val.string.len));
          break;
        case WJB_VALUE:
        case WJB_ELEM:
          close(of(value));
          break;
        case WJB_END_ARRAY:
        case WJB_END_OBJECT: {
          Json whole = std::move(open_.back());
          open_.pop_back();
          keys_.pop_back();
          if (open_.empty()) return scalar ? whole.elements().front() : whole;
          close(std::move(whole));
          break;
        }
        case WJB_DONE:
          return {};
      }
    }
  }

 private:
  static Json of(const JsonbValue& value) {
    Json json;
    switch (value.type) {
      case jbvBool:
        json.value_ = value.val.boolean;
        break;
      case jbvNumeric:
        json.value_ = Number{guarded([&] {
          return DatumGetCString(
              DirectFunctionCall1(numeric_out, NumericGetDatum(value.val.numeric)));
        })};
        break;
      case jbvString:
        json.value_ =
            std::string(value.val.string.val, static_cast<std::size_t>(value.val.string.len));
        break;
      default:
        break;
    }
    return json;
  }

  void open(Json value) {
    if (open_.size() >= deepest)
      throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "JSON is nested too deeply")
          .detail("At most " + std::to_string(deepest) +
                  " arrays and objects may lie within each other.");
    open_.push_back(std::move(value));
    keys_.emplace_back();
  }

  void close(Json value) {
    if (auto* const elements = std::get_if<Array>(&open_.back().value_)) {
      elements->push_back(std::move(value));
    } else {
      std::get<Object>(open_.back().value_).push_back({keys_.back(), std::move(value)});
    }
  }

  Jsonb* json_;
  JsonbIterator* iterator_ = nullptr;
  std::vector<Json> open_;
  // The key of the next member of each open value.
  std::vector<std::string> keys_;
};

Json::Json() = default;
Json::Json(bool value) : value_(value) {}
Json::Json(const char* text) : value_(std::string(text)) {}
Json::Json(std::string_view text) : value_(std::string(text)) {}
Json::Json(std::string text) : value_(std::move(text)) {}
Json::Json(double number) {
  const std::string digits = microdata::to_string(number);
  if (std::isfinite(number)) {
    value_ = Number{digits};
  } else {
    value_ = digits;
  }
}

Json Json::numeric(std::string digits) {
  Json json;
  json.value_ = Number{std::move(digits)};
  return json;
}

Json Json::array() {
  Json json;
  json.value_ = Array();
  return json;
}

Json Json::object() {
  Json json;
  json.value_ = Object();
  return json;
}

Json Json::parse(const std::string& json) {
  const MemoryScope scope;
  return Parser(read(json)).parse();
}

Json Json::of(Datum jsonb) {
  const MemoryScope scope;
  return Parser(jsonb).parse();
}

void Json::write(std::string& json) const {
  if (const auto* const number = std::get_if<Number>(&value_)) {
    json += number->digits;
  } else if (const auto* const text = std::get_if<std::string>(&value_)) {
    json += quoted_text(*text);
  } else if (const auto* const elements = std::get_if<Array>(&value_)) {
    json += '[';
    for (const Json& element : *elements) {
      if (&element != elements->data()) json += ", ";
      element.write(json);
    }
    json += ']';
  } else if (const auto* const members = std::get_if<Object>(&value_)) {
    json += '{';
    for (const JsonMember& member : *members) {
      if (&member != members->data()) json += ", ";
      json += quoted_text(member.key) + ": ";
      member.value.write(json);
    }
    json += '}';
  } else {
    json += is_null() ? "null" : is_true() ? "true" : "false";
  }
}

std::string Json::str() const {
  std::string json;
  write(json);
  return json;
}

Datum Json::datum(MemoryContext context) const {
  const std::string json = str();
  return guarded([&] {
    MemoryContext const around = MemoryContextSwitchTo(context);
    const Datum result = DirectFunctionCall1(jsonb_in, CStringGetDatum(json.c_str()));
    MemoryContextSwitchTo(around);
    return result;
  });
}

const char* Json::type() const {
  constexpr const char* names[] = {"null", "boolean", "number", "string", "array", "object"};
  return names[value_.index()];
}

bool Json::is_true() const {
  const bool* const value = std::get_if<bool>(&value_);
  return value != nullptr && *value;
}

std::optional<std::string> Json::text() const {
  if (is_null()) return std::nullopt;
  if (const auto* const text = std::get_if<std::string>(&value_)) return *text;
  return str();
}

double Json::number() const {
  return to_number(text().value_or(""));
}

std::int64_t Json::integer() const {
  const std::string digits = text().value_or("");
  std::int64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [last, error] = std::from_chars(digits.data(), end, number);
  if (error != std::errc() || last != end)
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "invalid whole number: " + str());
  return number;
}

const Json::Array& Json::elements() const {
  static const Array none;
  const auto* const elements = std::get_if<Array>(&value_);
  return elements != nullptr ? *elements : none;
}

std::vector<std::string> Json::texts() const {
  std::vector<std::string> texts;
  for (const Json& element : elements())
    texts.push_back(element.text().value_or(""));
  return texts;
}

const Json::Object& Json::members() const {
  static const Object none;
  const auto* const members = std::get_if<Object>(&value_);
  return members != nullptr ? *members : none;
}

const Json& Json::operator[](std::string_view key) const {
  static const Json null;
  const auto found = std::find_if(members().begin(), members().end(),
                                  [&](const JsonMember& member) { return member.key == key; });
  return found != members().end() ? found->value : null;
}

bool Json::contains(std::string_view key) const {
  return std::any_of(members().begin(), members().end(),
                     [&](const JsonMember& member) { return member.key == key; });
}

Json& Json::add(std::string_view key, Json value) {
  std::get<Object>(value_).push_back({std::string(key), std::move(value)});
  return *this;
}

Json& Json::set(std::string_view key, Json value) {
  remove(key);
  return add(key, std::move(value));
}

void Json::remove(std::string_view key) {
  if (auto* const members = std::get_if<Object>(&value_))
    std::erase_if(*members, [&](const JsonMember& member) { return member.key == key; });
}

void Json::push_back(Json element) {
  std::get<Array>(value_).push_back(std::move(element));
}

}  // namespace microdata::postgres
