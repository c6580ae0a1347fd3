#include "postgres/server/api.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

// The type text_list, whose values are arrays of text.

namespace microdata::postgres {

namespace {

constexpr std::string_view blanks = " \t\n\r\v\f";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// Returns a list's element without the quotes that users put around names in SQL.
std::string unquoted(std::string_view text) {
  const bool is_quoted = text.size() > 2 && text.find('"', 1) == text.size() - 1;
  return std::string(is_quoted && text.front() == '"' ? text.substr(1, text.size() - 2) : text);
}

// Returns the texts between commas, without blank ones.
std::vector<std::string> separated(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view part = trimmed(text.substr(begin, end - begin));
    if (!part.empty()) parts.push_back(unquoted(part));
    begin = end + 1;
  }
  return parts;
}

// Returns an array as a literal of SQL: '{a,b}'.
std::string array_literal(const std::vector<std::string>& elements) {
  std::vector<const char*> texts;
  for (const std::string& element : elements)
    texts.push_back(element.c_str());
  return guarded([&]() -> const char* {
    auto* values = static_cast<Datum*>(palloc(sizeof(Datum) * texts.size()));
    for (std::size_t i = 0; i < texts.size(); ++i)
      values[i] = CStringGetTextDatum(texts[i]);
    ArrayType* array =
        construct_array(values, static_cast<int>(texts.size()), TEXTOID, -1, false, TYPALIGN_INT);
    return quote_literal_cstr(OidOutputFunctionCall(F_ARRAY_OUT, PointerGetDatum(array)));
  });
}

// Returns an array as an expression of SQL: ARRAY['a', 'b'].
std::string array_constructor(const std::vector<std::string>& elements) {
  std::vector<std::string> literals;
  for (const std::string& element : elements)
    literals.push_back(quote_value(element));
  return "ARRAY[" + join(literals) + "]";
}

// True for JSON, a row, or the text of a constructor, whose brackets are not part of a name.
bool has_other_brackets(std::string_view text) {
  constexpr std::string_view constructor = "array[";
  return text.starts_with('[') || text.starts_with('(') ||
         same_but_for_case(text.substr(0, constructor.size()), constructor);
}

// The largest number of shown bytes. Longer texts are not names without braces, and are not written
// out.
constexpr std::size_t most_shown = 200;

// True if a part has quotes, because commas within quotes are ambiguous.
bool has_inner_quotes(std::string_view text) {
  const std::vector<std::string> parts = separated(text);
  return text.starts_with('\'') ||
         std::any_of(parts.begin(), parts.end(),
                     [](const std::string& part) { return part.find('"') != std::string::npos; });
}

std::string hint_for(std::string_view text) {
  if (text.empty()) return "An empty list is '{}'.";
  if (text.size() > most_shown || has_other_brackets(text) || has_inner_quotes(text)) {
    return "Write a list in braces, as in '{age,sex}', or an array, as in ARRAY['age', 'sex'].";
  }
  // A comma in a privacy rule separates names within it.
  const bool is_rule = text.find("->") != std::string_view::npos;
  const std::vector<std::string> several = is_rule ? std::vector<std::string>() : separated(text);
  if (several.size() < 2) {
    const std::vector<std::string> one{unquoted(text)};
    return "Write a list in braces, " + array_literal(one) + ", or an array, " +
           array_constructor(one) + ".";
  }
  const std::vector<std::string> whole{std::string(text)};
  return "Write a list in braces or an array: " + array_literal(several) + " or " +
         array_constructor(several) + " for several elements, " + array_literal(whole) + " or " +
         array_constructor(whole) + " for a single one.";
}

// True if a text begins like an array: with a brace, or with dimensions as in [0:1]={a,b}.
bool begins_as_array(const std::string& text) {
  const std::string_view rest = trimmed(text);
  if (!rest.starts_with('[')) return rest.starts_with('{');
  const std::string_view dimension = trimmed(rest.substr(1));
  constexpr std::string_view number = "+-0123456789";
  return !dimension.empty() && number.find(dimension.front()) != std::string_view::npos;
}

// Returns the array literal of one plain name; empty if the text is not a plain name, such as one
// with commas, quotes or brackets.
std::string list_of_one(const std::string& given) {
  const std::string_view name = trimmed(given);
  // A text with other separators or quotes is ambiguous.
  constexpr std::string_view others = ",\"'{}[]()\\";
  if (name.empty() || name.find_first_of(others) != std::string_view::npos) return {};
  return "{\"" + std::string(name) + "\"}";
}

// Returns an error for a text that is not an array, with a HINT that writes the array out.
Error malformed_list(const std::string& given) {
  const auto shown = guarded(
      [&] { return pg_mbcliplen(given.data(), static_cast<int>(given.size()), most_shown); });
  const bool is_whole = static_cast<std::size_t>(shown) == given.size();
  return Error(ERRCODE_INVALID_TEXT_REPRESENTATION,
               "malformed list: " + in_quotes(given.substr(0, static_cast<std::size_t>(shown)) +
                                              (is_whole ? "" : "...")))
      .hint(hint_for(trimmed(given)));
}

Datum text_list_in(FunctionCallInfo fcinfo) {
  char* text = PG_GETARG_CSTRING(0);
  if (!begins_as_array(text)) {
    const std::string one = list_of_one(text);
    if (one.empty()) throw malformed_list(text);
    return guarded(
        [&] { return OidInputFunctionCall(F_ARRAY_IN, pstrdup(one.c_str()), TEXTOID, -1); });
  }
  // PostgreSQL 17 shows the blanks before an array in errors, unlike older versions.
  text += std::strspn(text, " \t\n\r\v\f");
  return guarded([&] { return OidInputFunctionCall(F_ARRAY_IN, text, TEXTOID, -1); });
}

Datum text_list_out(FunctionCallInfo fcinfo) {
  return guarded(
      [&] { return CStringGetDatum(OidOutputFunctionCall(F_ARRAY_OUT, PG_GETARG_DATUM(0))); });
}

Datum text_list_recv(FunctionCallInfo fcinfo) {
  auto* message = reinterpret_cast<StringInfo>(PG_GETARG_POINTER(0));
  return guarded([&] { return OidReceiveFunctionCall(F_ARRAY_RECV, message, TEXTOID, -1); });
}

Datum text_list_send(FunctionCallInfo fcinfo) {
  return guarded(
      [&] { return PointerGetDatum(OidSendFunctionCall(F_ARRAY_SEND, PG_GETARG_DATUM(0))); });
}

// Casts a value from an array of text, and back to one.
Datum same_array(FunctionCallInfo fcinfo) {
  return guarded([&] { return PointerGetDatum(PG_GETARG_ARRAYTYPE_P(0)); });
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_text_list_in, microdata::postgres::text_list_in)
MICRODATA_FUNCTION(pg_microdata_text_list_out, microdata::postgres::text_list_out)
MICRODATA_FUNCTION(pg_microdata_text_list_recv, microdata::postgres::text_list_recv)
MICRODATA_FUNCTION(pg_microdata_text_list_send, microdata::postgres::text_list_send)
MICRODATA_FUNCTION(pg_microdata_same_array, microdata::postgres::same_array)
