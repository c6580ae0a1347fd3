#include "sql_text.hpp"

#include <cstdio>

namespace microdata::fuzz {

namespace {

std::string quoted(std::string_view text, char quote) {
  std::string result(1, quote);
  for (const char c : text) {
    if (c == quote) result += quote;
    result += c;
  }
  return result + quote;
}

}  // namespace

std::string identifier(std::string_view name) {
  return quoted(name, '"');
}

std::string literal(std::string_view text) {
  return quoted(text, '\'');
}

std::string literal_or_null(const Text& text) {
  return text ? literal(*text) : "NULL";
}

std::string text_array(const std::vector<Text>& elements) {
  std::vector<std::string> texts;
  for (const Text& element : elements)
    texts.push_back(literal_or_null(element));
  return "ARRAY[" + joined(texts, ", ") + "]::pg_catalog.text[]";
}

std::string text_array(const std::vector<std::string>& elements) {
  return text_array(std::vector<Text>(elements.begin(), elements.end()));
}

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      result += escape;
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) result += separator;
    result += parts[i];
  }
  return result;
}

}  // namespace microdata::fuzz
