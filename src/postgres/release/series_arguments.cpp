#include "postgres/release/series_arguments.hpp"

#include <algorithm>
#include <array>
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

// As jsonb_typeof() calls a kind, and as messages do.
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
  if (query("SELECT pg_catalog.jsonb_typeof($1::pg_catalog.jsonb)", {json_})[0][0] != "object") {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "arguments must be a JSON object")
        .hint(R"(As in '{"sensitive": ["disease"], "target": "weekly"}'.)");
  }
  for (const ResultRow& row : query("SELECT e.key, pg_catalog.jsonb_typeof(e.value) "
                                    "FROM pg_catalog.jsonb_each($1::pg_catalog.jsonb) e",
                                    {json_})) {
    const SeriesArgument* argument = find_argument(common_arguments, *row[0]);
    if (argument == nullptr) argument = find_argument(own, *row[0]);
    if (argument == nullptr) {
      std::vector<std::string> known;
      for (const SeriesArgument& common : common_arguments)
        known.emplace_back(common.name);
      for (const SeriesArgument& of_method : own)
        known.emplace_back(of_method.name);
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "a series of this method has no argument " + in_quotes(*row[0]))
          .hint("It takes " + join(known) + ".");
    }
    const bool is_list_of_one = argument->kind == Kind::names && row[1] == "string";
    if (!is_list_of_one && row[1] != names_of(argument->kind).json)
      fail_kind(*row[0], argument->kind);
  }
}

std::optional<std::string> SeriesArguments::text(const char* name) const {
  return query("SELECT $1::pg_catalog.jsonb ->> $2", {json_, name})[0][0];
}

std::optional<std::vector<std::string>> SeriesArguments::names(const char* name) const {
  if (!text(name)) return std::nullopt;
  std::vector<std::string> result;
  for (const ResultRow& row :
       query("SELECT e.value #>> '{}', pg_catalog.jsonb_typeof(e.value) "
             "FROM (SELECT $1::pg_catalog.jsonb -> $2) g (given) "
             "CROSS JOIN LATERAL pg_catalog.jsonb_array_elements("
             "CASE pg_catalog.jsonb_typeof(g.given) WHEN 'string' THEN pg_catalog.to_jsonb("
             "microdata.as_text_array(microdata.text_list_in("
             "(g.given #>> '{}')::pg_catalog.cstring))) ELSE g.given END) e (value)",
             {json_, name})) {
    if (row[1] != "string") fail_kind(name, Kind::names);
    result.push_back(*row[0]);
  }
  return result;
}

std::optional<std::int32_t> SeriesArguments::integer(const char* name) const {
  const std::optional<std::string> given = text(name);
  if (!given) return std::nullopt;
  const bool fits = query(
                        "SELECT n = pg_catalog.trunc(n) AND n BETWEEN -2147483648 AND 2147483647 "
                        "FROM (SELECT $1::pg_catalog.numeric) t (n)",
                        {*given})[0][0] == "t";
  if (!fits) fail_kind(name, Kind::number);
  return std::stoi(*query("SELECT $1::pg_catalog.numeric::pg_catalog.int4", {*given})[0][0]);
}

GivenRoles SeriesArguments::roles(std::optional<std::vector<std::string>> subject) const {
  return {names("sensitive"),         names("identifiers"), names("insensitive"),
          names("quasi_identifiers"), std::move(subject),   std::nullopt};
}

}  // namespace microdata::postgres
