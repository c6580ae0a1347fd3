#include "client/arguments.hpp"

#include <algorithm>

#include "client/failure.hpp"

namespace microdata::client {

namespace {

constexpr std::string_view null_word = "NULL";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

bool is_quoted(std::string_view text, char quote) {
  return text.size() >= 2 && text.front() == quote && text.back() == quote;
}

std::string unquoted(std::string_view text, char quote) {
  if (!is_quoted(text, quote)) return std::string(text);
  std::string inner;
  for (std::size_t at = 1; at + 1 < text.size(); ++at) {
    inner += text[at];
    if (text[at] == quote && text[at + 1] == quote) ++at;
  }
  return inner;
}

// Returns the parts between commas, with their quotes.
std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  bool in_quotes = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char character = text[at];
    if (character == '"') in_quotes = !in_quotes;
    if (in_quotes) continue;
    if (character == '(') ++depth;
    if (character == ')') --depth;
    if (character != ',' || depth > 0) continue;
    parts.push_back(trimmed(text.substr(begin, at - begin)));
    begin = at + 1;
  }
  if (in_quotes) throw Failure(ExitCode::usage, "quotes are not closed: " + std::string(text));
  parts.push_back(trimmed(text.substr(begin)));
  return parts;
}

bool is_array(std::string_view text) {
  return trimmed(text).starts_with("{");
}

ModelText::Argument model_argument(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return {"", unquoted(text, '\'')};
  // SQL writes => instead of =.
  const std::size_t behind = text.substr(equals + 1).starts_with(">") ? equals + 2 : equals + 1;
  return {std::string(trimmed(text.substr(0, equals))),
          unquoted(trimmed(text.substr(behind)), '\'')};
}

ModelText model_of(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == 0 || open == std::string_view::npos || text.back() != ')')
    throw Failure(ExitCode::usage, "not a privacy model: \"" + std::string(text) + "\"",
                  "Write models as k_anonymity(5) or l_diversity(3, entropy).");
  ModelText model{std::string(trimmed(text.substr(0, open))), {}};
  const std::string_view inner = trimmed(text.substr(open + 1, text.size() - open - 2));
  if (inner.empty()) return model;
  for (const std::string_view part : parts_of(inner))
    model.arguments.push_back(model_argument(part));
  return model;
}

}  // namespace

std::string option_name(std::string_view argument) {
  std::string name(argument);
  std::replace(name.begin(), name.end(), '_', '-');
  return "--" + name;
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> elements;
  if (trimmed(text).empty()) return elements;
  for (const std::string_view part : parts_of(text))
    elements.push_back(unquoted(part, '"'));
  return elements;
}

std::string array_literal(const std::vector<std::string>& elements) {
  std::string literal = "{";
  for (const std::string& element : elements) {
    if (literal.size() > 1) literal += ',';
    literal += '"';
    for (const char character : element) {
      if (character == '"' || character == '\\') literal += '\\';
      literal += character;
    }
    literal += '"';
  }
  return literal + "}";
}

std::string list_argument(const std::vector<std::string>& values) {
  if (values.size() == 1 && is_array(values.front())) return values.front();
  std::vector<std::string> elements;
  for (const std::string& value : values) {
    if (is_array(value))
      throw Failure(ExitCode::usage, "a list in braces stands for all of its option: " + value);
    for (std::string& element : split_list(value))
      elements.push_back(std::move(element));
  }
  return array_literal(elements);
}

std::vector<ModelText> models_argument(const std::vector<std::string>& values) {
  std::vector<ModelText> models;
  for (const std::string& value : values)
    for (const std::string_view part : parts_of(value))
      models.push_back(model_of(part));
  return models;
}

std::optional<std::string> scalar_argument(const std::string& value) {
  if (value == null_word) return std::nullopt;
  return value;
}

}  // namespace microdata::client
