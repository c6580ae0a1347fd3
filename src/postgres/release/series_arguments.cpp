#include "postgres/release/series_arguments.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <utility>

#include "postgres/server/guard.hpp"
#include "postgres/server/result_set.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

using Kind = SeriesArgument::Kind;

constexpr std::array common_arguments{
    SeriesArgument{"sensitive", Kind::names}, SeriesArgument{"identifiers", Kind::names},
    SeriesArgument{"insensitive", Kind::names}, SeriesArgument{"quasi_identifiers", Kind::names},
    SeriesArgument{"target", Kind::text}};

// As Json::type() calls a kind, and as messages do.
struct KindNames {
  const char* json;
  const char* words;
};

KindNames names_of(Kind kind) {
  switch (kind) {
    case Kind::names:
      return {"array", "an array of names"};
    case Kind::text:
      return {"string", "a string"};
    case Kind::number:
      return {"number", "an integer"};
    case Kind::object:
      return {"object", "an object"};
  }
  return {"", ""};
}

[[noreturn]] void fail_kind(const std::string& name, Kind kind) {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "argument " + in_quotes(name) + " of a series must be " + names_of(kind).words);
}

const SeriesArgument* find_argument(std::span<const SeriesArgument> arguments,
                                    const std::string& name) {
  const auto found =
      std::find_if(arguments.begin(), arguments.end(),
                   [&](const SeriesArgument& argument) { return argument.name == name; });
  return found == arguments.end() ? nullptr : &*found;
}

}  // namespace

void SeriesArguments::check(std::span<const SeriesArgument> own) const {
  if (!json_.is_object()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "arguments must be a JSON object")
        .hint(R"(As in '{"sensitive": ["disease"], "target": "weekly"}'.)");
  }
  for (const auto& [name, value] : json_.members()) {
    const SeriesArgument* argument = find_argument(common_arguments, name);
    if (argument == nullptr) argument = find_argument(own, name);
    if (argument == nullptr) {
      std::vector<std::string> known;
      for (const SeriesArgument& common : common_arguments)
        known.emplace_back(common.name);
      for (const SeriesArgument& of_method : own)
        known.emplace_back(of_method.name);
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "a series of this method has no argument " + in_quotes(name))
          .hint("It takes " + join(known) + ".");
    }
    const bool is_list_of_one = argument->kind == Kind::names && value.is_string();
    if (!is_list_of_one && std::string_view(value.type()) != names_of(argument->kind).json)
      fail_kind(name, argument->kind);
  }
}

std::optional<std::vector<std::string>> SeriesArguments::names(const char* name) const {
  Json given = json_[name];
  if (given.is_null()) return std::nullopt;
  if (given.is_string()) {
    given =
        Json::parse(*query("SELECT pg_catalog.to_jsonb(microdata.as_text_array("
                           "microdata.text_list_in($1::pg_catalog.text::pg_catalog.cstring)))",
                           {given.text()})[0][0]);
  }
  const Json::Array& names = given.elements();
  if (!given.is_array() || !std::all_of(names.begin(), names.end(), std::mem_fn(&Json::is_string)))
    fail_kind(name, Kind::names);
  return given.texts();
}

std::optional<std::int32_t> SeriesArguments::integer(const char* name) const {
  const std::optional<std::string> given = text(name);
  if (!given) return std::nullopt;
  const std::optional<std::string> number = query(
      "SELECT CASE WHEN n = pg_catalog.trunc(n) AND n BETWEEN -2147483648 AND 2147483647 "
      "THEN n::pg_catalog.int4 END FROM (SELECT $1::pg_catalog.numeric) t (n)",
      {given})[0][0];
  if (!number) fail_kind(name, Kind::number);
  return std::stoi(*number);
}

GivenRoles SeriesArguments::roles(std::optional<std::vector<std::string>> subject) const {
  return {names("sensitive"),         names("identifiers"), names("insensitive"),
          names("quasi_identifiers"), std::move(subject),   std::nullopt};
}

}  // namespace microdata::postgres
